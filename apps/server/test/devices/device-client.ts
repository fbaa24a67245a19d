// A recorder's side of both connections, for tests: real frames over a real socket, nothing of its own will.
import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import {
  decodeBody,
  decodeFrame,
  encodeBody,
  encodeFrame,
  encodeFrames,
  FrameSplitter,
  type Header,
  type Message,
  messageIdOf,
  terminalNumber,
  timeBytes,
  type Version,
} from '@fleetglass/jt808'

export interface DownMessage {
  readonly header: Header
  readonly message: Message
}

interface Line {
  send(bytes: Uint8Array): void
  close(): void
  readonly closed: Promise<void>
}

export class DeviceClient {
  terminalRaw: Uint8Array
  readonly version: Version
  /** Everything the server sent, in order. */
  readonly received: DownMessage[] = []
  /** Resolves when the server, or this side, ended the line. */
  readonly closed: Promise<void>
  serial = 0
  /** Serial of the message that `next` answered last: what a device's own answer has to name. */
  lastTakenSerial = 0
  readonly #line: Line
  readonly #splitter = new FrameSplitter()
  #wake = (): void => {}

  private constructor(line: (receive: (bytes: Uint8Array) => void) => Line, raw: Uint8Array, version: Version) {
    this.terminalRaw = raw
    this.version = version
    this.#line = line((bytes) => this.#receive(bytes))
    this.closed = this.#line.closed
  }

  /** `from` is the loopback address it comes from, where that matters. */
  static async tcp(
    port: number,
    terminal: string | Uint8Array,
    version: Version = '2013',
    from = '127.0.0.1',
  ): Promise<DeviceClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new DeviceClient((receive) => tcpTransport(socket, receive), rawOf(terminal, version), version)
  }

  static async udp(
    port: number,
    terminal: string | Uint8Array,
    version: Version = '2013',
    from = '127.0.0.1',
  ): Promise<DeviceClient> {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, from, resolve))
    await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', () => resolve()))
    const line = (receive: (bytes: Uint8Array) => void): Line => {
      socket.on('message', receive)
      socket.on('error', () => undefined)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      return { send: (bytes) => socket.send(bytes), close: () => socket.close(), closed }
    }
    return new DeviceClient(line, rawOf(terminal, version), version)
  }

  /** Sends a message, cut into packets when it is long; answers the serial of the first frame. */
  send(message: Message): number {
    const body = encodeBody(message, this.version)
    return this.sendFrames(encodeFrames({ ...this.#header(messageIdOf(message)), firstSerial: this.serial }, body))
  }

  /** Sends a body as `total` packets, without those whose number is in `leaveOut`. */
  sendPackets(messageId: number, body: Uint8Array, total: number, leaveOut: readonly number[] = []): number {
    const size = Math.ceil(body.length / total)
    const first = this.serial
    for (let number = 1; number <= total; number++) {
      if (!leaveOut.includes(number)) this.sendPacket(messageId, body, { first, total, number, size })
    }
    this.serial = (first + total) & 0xffff
    return first
  }

  sendPacket(messageId: number, body: Uint8Array, of: { first: number; total: number; number: number; size: number }) {
    const part = body.subarray((of.number - 1) * of.size, of.number * of.size)
    const header: Header = {
      messageId,
      version: this.version,
      versionFlag: this.version === '2019',
      protocolVersion: 1,
      terminal: { raw: this.terminalRaw, id: '' },
      serial: (of.first + of.number - 1) & 0xffff,
      encryption: 0,
      reservedFlag: false,
      bodyLength: part.length,
      packet: { total: of.total, number: of.number },
    }
    this.sendBytes(encodeFrame(header, part))
  }

  sendBytes(bytes: Uint8Array): void {
    this.#line.send(bytes)
  }

  sendFrames(frames: readonly Uint8Array[]): number {
    const first = this.serial
    this.serial = (first + frames.length) & 0xffff
    for (const frame of frames) this.sendBytes(frame)
    return first
  }

  /** The first message of that name that came and was not taken by an earlier call; waits for it. */
  async next<Name extends Message['name']>(name: Name): Promise<Extract<Message, { name: Name }>> {
    const { message } = await this.nextOf([name])
    return message as Extract<Message, { name: Name }>
  }

  /** The same of several names, with its header. One waits at a time. */
  async nextOf(names: readonly Message['name'][]): Promise<DownMessage> {
    for (;;) {
      const at = this.received.findIndex(({ message }) => names.includes(message.name))
      const [found] = at < 0 ? [] : this.received.splice(at, 1)
      if (found) {
        this.lastTakenSerial = found.header.serial
        return found
      }
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve
        void this.closed.then(() => reject(new Error(`the line was closed before ${names.join(', ')} came`)))
      })
    }
  }

  /** Result of 0x8001 for one serial. */
  async answerTo(serial: number): Promise<number> {
    for (;;) {
      const { body } = await this.next('platformAnswer')
      if (body.answeredSerial === serial) return body.result
    }
  }

  /** Registers and authenticates; resolves when the server has answered both. */
  async login(): Promise<void> {
    this.send({
      name: 'registration',
      body: {
        layout: this.version === '2019' ? '2019' : '2013',
        province: 0,
        city: 0,
        maker: 'TEST',
        model: 'T1',
        terminalId: '1',
        plateColour: 1,
        plate: 'TEST 1',
      },
    })
    const { body } = await this.next('registrationAnswer')
    const serial = this.send({ name: 'authentication', body: { code: body.code ?? '' } })
    await this.answerTo(serial)
  }

  async close(): Promise<void> {
    this.#line.close()
    await this.closed
  }

  #header(messageId: number) {
    return { messageId, version: this.version, terminalRaw: this.terminalRaw }
  }

  #receive(bytes: Uint8Array): void {
    this.#splitter.push(bytes, (event) => {
      if (event.kind === 'bad') throw new Error(`the server sent a bad frame: ${event.reason}`)
      const frame = decodeFrame(event.bytes)
      if (!frame.ok) throw new Error(`the server sent a bad header: ${frame.reason}`)
      const message = decodeBody(frame.value.header.messageId, frame.value.header.version, frame.value.body)
      if (!message.ok) throw new Error(`the server sent a bad body: ${message.reason}`)
      this.received.push({ header: frame.value.header, message: message.value })
    })
    this.#wake()
  }
}

/** A located position at a device time, unix seconds UTC, as a device in GMT+8 writes it. */
export function positionMessage(timeS: number, over: { latE6?: number; lngE6?: number; statusBits?: number } = {}) {
  return {
    name: 'position',
    body: {
      alarmBits: 0,
      statusBits: 0b11,
      latE6: 24_078_600,
      lngE6: 120_528_500,
      altitudeM: 12,
      speedDkmh: 455,
      headingDeg: 90,
      localTimeS: timeS + 8 * 3600,
      timeBytes: timeBytes(timeS + 8 * 3600),
      items: [],
      ...over,
    },
  } satisfies Message
}

function rawOf(terminal: string | Uint8Array, version: Version): Uint8Array {
  return typeof terminal === 'string' ? terminalNumber(terminal, version).raw : terminal
}

function tcpTransport(socket: Socket, receive: (bytes: Uint8Array) => void): Line {
  socket.on('data', receive)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { send: (bytes) => void socket.write(bytes), close: () => void socket.destroy(), closed }
}
