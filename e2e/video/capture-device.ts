// A recorder that sends a capture: it signs on by JT/T 808 and, when asked for its channel, connects to the address it was
// given and sends the bytes of the capture as the real device did.
import { connect, type Socket } from 'node:net'
import { ByteWriter, digitsToBcd, gbkDecode } from '@fleetglass/bytes'
import { decodeFrame, encodeFrames, FrameSplitter } from '@fleetglass/jt808'
import { type MediaPacket, MediaPacketParser } from '@fleetglass/jt1078'

export interface Capture {
  /** Digits of the terminal number, 12 or 20 of them. */
  readonly terminal: string
  readonly channel: number
  readonly bytes: Uint8Array
}

/** What is sent at a time, in ms since the connection was made: the packets whose device clock says so. */
interface Due {
  readonly atMs: number
  readonly bytes: Uint8Array
}

const TICK_MS = 20
/** A step of the device's clock beyond this is a new time line, not a pause. */
const LONGEST_PAUSE_MS = 2000

export class CaptureDevice {
  readonly #capture: Capture
  readonly #control: Socket
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #media = new Set<Socket>()
  #serial = 0

  constructor(capture: Capture, host: string, signallingPort: number) {
    this.#capture = capture
    this.#control = connect(signallingPort, host)
    const splitter = new FrameSplitter()
    this.#control.on('connect', () => this.#signOn())
    this.#control.on('data', (chunk: Buffer) =>
      splitter.push(chunk, (event) => event.kind === 'frame' && this.#receive(event.bytes)),
    )
    this.#control.on('error', () => this.close())
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const socket of this.#media) socket.destroy()
    this.#control.destroy()
  }

  /** Ends its streams, as a device does whose network fails for a moment. The server requests them again. */
  dropStreams(): void {
    for (const socket of this.#media) socket.destroy()
    this.#media.clear()
  }

  #signOn(): void {
    this.#send(
      0x0102,
      this.#is2019() ? authentication2019(this.#capture.terminal) : new TextEncoder().encode(this.#capture.terminal),
    )
    this.#every(1000, () => this.#send(0x0002, new Uint8Array()))
  }

  #receive(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes)
    if (!frame.ok) return
    const { header, body } = frame.value
    if (header.messageId === 0x8001 || header.messageId === 0x8100) return
    this.#send(0x0001, new ByteWriter().u16(header.serial).u16(header.messageId).u8(0).finish())
    if (header.messageId === 0x9101) this.#video(body)
  }

  /** 0x9101: BYTE length, address, WORD TCP port, WORD UDP port, BYTE channel, BYTE data type, BYTE stream. */
  #video(request: Uint8Array): void {
    const length = request[0] ?? 0
    const host = gbkDecode(request.subarray(1, 1 + length))
    const port = ((request[1 + length] ?? 0) << 8) | (request[2 + length] ?? 0)
    if (request[5 + length] !== this.#capture.channel) return
    const socket = connect(port, host)
    this.#media.add(socket)
    socket.on('error', () => socket.destroy())
    const schedule = scheduleOf(this.#capture.bytes)
    const startMs = performance.now()
    let next = 0
    const timer = this.#every(TICK_MS, () => {
      for (
        let due = schedule[next];
        due !== undefined && startMs + due.atMs <= performance.now();
        due = schedule[next]
      ) {
        if (!socket.destroyed) socket.write(due.bytes)
        next++
      }
      if (next < schedule.length && !socket.destroyed) return
      clearInterval(timer)
      this.#timers.delete(timer)
      socket.end()
    })
  }

  #send(messageId: number, body: Uint8Array): void {
    const header = {
      messageId,
      version: this.#is2019() ? ('2019' as const) : ('2013' as const),
      terminalRaw: digitsToBcd(this.#capture.terminal, this.#is2019() ? 10 : 6),
      firstSerial: this.#serial++ & 0xffff,
    }
    for (const frame of encodeFrames(header, body)) this.#control.write(frame)
  }

  #is2019(): boolean {
    return this.#capture.terminal.length === 20
  }

  #every(periodMs: number, task: () => void): NodeJS.Timeout {
    const timer = setInterval(task, periodMs)
    this.#timers.add(timer)
    return timer
  }
}

/** 2019: BYTE length, code, STR[15] IMEI, STR[20] software version. */
function authentication2019(code: string): Uint8Array {
  const text = new TextEncoder().encode(code)
  return new ByteWriter().u8(text.length).bytes(text).bytes(new Uint8Array(35)).finish()
}

/** Cuts a capture into its packets and returns when the device sent each, by its own clock. */
function scheduleOf(bytes: Uint8Array): Due[] {
  const packets: MediaPacket[] = []
  new MediaPacketParser().push(bytes, (event) => {
    if (event.kind === 'packet') packets.push(event)
  })
  const schedule: Due[] = []
  let atMs = 0
  let lastMs = packets[0]?.timestampMs ?? 0
  let start = 0
  for (const packet of packets) {
    const step = packet.timestampMs - lastMs
    if (step > 0 && step <= LONGEST_PAUSE_MS) atMs += step
    lastMs = packet.timestampMs
    const body = packet.pieces.reduce((sum, piece) => sum + piece.length, 0)
    const end = start + headBytes(packet) + body
    schedule.push({ atMs, bytes: bytes.subarray(start, end) })
    start = end
  }
  return schedule
}

/** Head of a video or audio packet: 30 or 26 bytes, and 4 more with a SIM of ten bytes. */
function headBytes(packet: MediaPacket): number {
  return (packet.dataType <= 2 ? 30 : 26) + packet.simRaw.length - 6
}
