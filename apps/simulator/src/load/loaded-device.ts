import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrames,
  FrameSplitter,
  type Message,
  messageIdOf,
  terminalNumber,
  type Version,
} from '@fleetglass/jt808'
import { openTcp, type SocketConnection, type SocketOwner } from '../platform/sockets/index.ts'
import { MOST_BYTES, PositionFrames } from './position-frames.ts'

/** What a connection reports to the load it belongs to. */
export interface LoadedDeviceOwner {
  /** Authenticated: positions may be sent. */
  onReady(loaded: LoadedDevice): void
  onAcknowledged(loaded: LoadedDevice, timeS: number, answerMs: number): void
  onRejected(): void
  onLost(reason: string): void
}

export interface LoadedDeviceSetup {
  readonly host: string
  readonly port: number
  readonly digits: string
  readonly version: Version
  readonly window: number
  readonly startTimeS: number
  nowMs(): number
}

/** Frames that are written at once. */
const MOST_AT_ONCE = 64

/**
 * One terminal that only reports: registers, authenticates, then sends points a second apart in device time and matches
 * each 0x8001 to its point. At most `window` serials are open, the oldest unanswered one included.
 */
export class LoadedDevice implements SocketOwner {
  readonly terminalId: string
  readonly #setup: LoadedDeviceSetup
  readonly #owner: LoadedDeviceOwner
  readonly #raw: Uint8Array
  readonly #frames: PositionFrames
  readonly #splitter = new FrameSplitter()
  readonly #sentMs: Float64Array
  readonly #buffer = new Uint8Array(MOST_AT_ONCE * MOST_BYTES)
  #socket: SocketConnection | null
  #serial = 0
  /** Serial of the first point; points have consecutive serials, wrapping. */
  #firstSerial = 0
  #sent = 0
  /** Points before this one are all answered. */
  #oldest = 0
  #answered = 0

  constructor(setup: LoadedDeviceSetup, owner: LoadedDeviceOwner) {
    this.#setup = setup
    this.#owner = owner
    const terminal = terminalNumber(setup.digits, setup.version)
    this.#raw = terminal.raw
    this.terminalId = terminal.id
    this.#frames = new PositionFrames(setup.digits, setup.version)
    this.#sentMs = new Float64Array(setup.window)
    this.#socket = openTcp(setup.host, setup.port, this)
  }

  get sent(): number {
    return this.#sent
  }

  get unanswered(): number {
    return this.#sent - this.#answered
  }

  /** How many points may go out now. */
  get room(): number {
    return this.#socket ? this.#setup.window - (this.#sent - this.#oldest) : 0
  }

  /** Sends up to `count` points, as many as there is room for; answers how many. */
  sendPoints(count: number): number {
    const wanted = Math.min(count, this.room, MOST_AT_ONCE)
    if (wanted <= 0) return 0
    const nowMs = this.#setup.nowMs()
    let end = 0
    for (let i = 0; i < wanted; i++) {
      const point = this.#sent + i
      this.#sentMs[point % this.#setup.window] = nowMs
      end = this.#frames.write(this.#buffer, end, (this.#firstSerial + point) & 0xffff, this.#setup.startTimeS + point)
    }
    this.#sent += wanted
    this.#socket!.write(this.#buffer.slice(0, end))
    return wanted
  }

  close(): void {
    void this.#socket?.close()
    this.#socket = null
  }

  onConnected(): void {
    const { digits, version } = this.#setup
    const layout = version
    const body = { layout, province: 0, city: 0, maker: 'FLEET', model: 'FG-LOAD', plateColour: 2, plate: digits }
    this.#send({ name: 'registration', body: { ...body, terminalId: digits.slice(-7) } })
  }

  onLost(reason: string): void {
    this.#socket = null
    this.#owner.onLost(reason)
  }

  onData(bytes: Uint8Array): void {
    this.#splitter.push(bytes, (event) => {
      if (event.kind === 'bad') return
      const frame = decodeFrame(event.bytes)
      const message = frame.ok ? decodeBody(frame.value.header.messageId, this.#setup.version, frame.value.body) : null
      if (message?.ok) this.#receive(message.value)
    })
  }

  #receive(message: Message): void {
    if (message.name === 'registrationAnswer') {
      const code = message.body.code ?? this.terminalId
      const device = { imei: this.terminalId, software: 'FG-LOAD' }
      this.#send({ name: 'authentication', body: this.#setup.version === '2019' ? { code, device } : { code } })
    } else if (message.name === 'platformAnswer') {
      const { answeredId, answeredSerial, result } = message.body
      if (answeredId === 0x0200) this.#point(answeredSerial, result)
      else if (answeredId === 0x0102) this.#authenticated(result)
    }
  }

  #authenticated(result: number): void {
    if (result !== 0) {
      this.close()
      this.#owner.onLost(`the platform refused the authentication with result ${result}`)
      return
    }
    this.#firstSerial = this.#serial
    this.#owner.onReady(this)
  }

  #point(serial: number, result: number): void {
    // The serial gives the point modulo 65,536; the window is far smaller.
    const ahead = (serial - ((this.#firstSerial + this.#oldest) & 0xffff)) & 0xffff
    const point = this.#oldest + ahead
    const slot = point % this.#setup.window
    if (ahead >= this.#setup.window || point >= this.#sent || this.#sentMs[slot] === ANSWERED) return
    const answerMs = this.#setup.nowMs() - this.#sentMs[slot]!
    this.#sentMs[slot] = ANSWERED
    this.#answered += 1
    while (this.#oldest < this.#sent && this.#sentMs[this.#oldest % this.#setup.window] === ANSWERED) this.#oldest += 1
    if (result === 0) this.#owner.onAcknowledged(this, this.#setup.startTimeS + point, answerMs)
    else this.#owner.onRejected()
  }

  #send(message: Message): void {
    const { version } = this.#setup
    const header = { messageId: messageIdOf(message), version, terminalRaw: this.#raw, firstSerial: this.#serial }
    this.#serial += 1
    for (const frame of encodeFrames(header, encodeBody(message, version))) this.#socket?.write(frame)
  }
}

const ANSWERED = -1
