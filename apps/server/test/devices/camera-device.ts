// A recorder that sends video: its signalling line, and the packets of a capture whenever it is asked for a channel.
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { decodeMediaPacket, type MediaPacket } from '@fleetglass/jt1078'
import type { Clock } from '../../src/platform/clock/index.ts'
import { DeviceClient, type DownMessage } from './device-client.ts'

const captures = join(import.meta.dirname, '../../../../../shared/device-frames/media')

/** Captures are not part of the repository: tests that need them are left out where they are missing. */
export const hasCaptures = existsSync(captures)

/** A stretch of packets, each with the time it was sent, ms from the first. */
export interface TestVideo {
  readonly packets: readonly { readonly bytes: Uint8Array; readonly atMs: number }[]
  readonly lengthMs: number
}

/** Reads a capture; steps of the device's clock (another stream) are taken as 100 ms. */
export function readCapture(name: string): TestVideo {
  const bytes = readFileSync(join(captures, name))
  const packets: { bytes: Uint8Array; atMs: number }[] = []
  let atMs = 0
  let last: MediaPacket | null = null
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAt(bytes, at)
    const packet = decodeMediaPacket(bytes.subarray(at, at + length))
    if (!packet.ok) throw new Error(`the capture has no packet at ${at}: ${packet.reason}`)
    const stepMs = last ? packet.value.timestampMs - last.timestampMs : 0
    atMs += stepMs < 0 || stepMs > 2000 ? 100 : stepMs
    last = packet.value
    packets.push({ bytes: bytes.subarray(at, at + length), atMs })
    at += length
  }
  return { packets, lengthMs: atMs }
}

function lengthAt(bytes: Uint8Array, at: number): number {
  for (let end = at + 4; end <= bytes.length - 4; end++) {
    if (bytes[end] === 0x30 && bytes[end + 1] === 0x31 && bytes[end + 2] === 0x63 && bytes[end + 3] === 0x64) {
      return end - at
    }
  }
  return bytes.length - at
}

/** Opens a media connection. */
export type Dial = (host: string, port: number) => Socket

/** The video of a channel: the same one whichever stream is requested, or each its own; a stream that is not there is refused. */
export type ChannelVideos = TestVideo | { readonly main?: TestVideo; readonly sub?: TestVideo }

/** Sends a video in its own time whenever the server requests it with 0x9101, until 0x9102 or the line ends. */
const MAIN = 0
const SUB = 1
const FAILED = 1

export class CameraDevice {
  /** Channels asked for, in order, with the stream: 0 main, 1 sub. */
  readonly asked: { channel: number; stream: number }[] = []
  readonly ended: number[] = []
  /** The same with the stream that 0x9102 names. */
  readonly endedStreams: { channel: number; stream: number }[] = []
  readonly signalling: DeviceClient
  readonly #clock: Clock
  readonly #videos: ReadonlyMap<number, ChannelVideos>
  readonly #dial: Dial
  /** By channel and stream. */
  readonly #lines = new Map<string, Socket>()
  readonly #obeying: { cancel(): void }

  private constructor(signalling: DeviceClient, clock: Clock, videos: ReadonlyMap<number, ChannelVideos>, dial: Dial) {
    this.#dial = dial
    this.signalling = signalling
    this.#clock = clock
    this.#videos = videos
    this.#obeying = clock.every(20, () => this.#obey())
  }

  /** `films` by channel. The device must have been added before, or be added later. `dial`: how it comes with its video. */
  static async connect(
    port: number,
    terminal: string,
    clock: Clock,
    videos: Readonly<Record<number, ChannelVideos>>,
    dial: Dial = (host, port) => connect(port, host),
  ): Promise<CameraDevice> {
    const signalling = await DeviceClient.tcp(port, terminal)
    await signalling.login()
    const byChannel = new Map(Object.entries(videos).map(([key, pictures]) => [Number(key), pictures]))
    return new CameraDevice(signalling, clock, byChannel, dial)
  }

  /** Ends the media connections of a channel, as a bad line does. */
  cut(channel: number): void {
    for (const stream of [MAIN, SUB]) this.#lines.get(`${channel}/${stream}`)?.destroy()
  }

  async close(): Promise<void> {
    this.#obeying.cancel()
    for (const line of this.#lines.values()) line.destroy()
    await this.signalling.close()
  }

  /** Takes the commands that came; everything else stays for the test. */
  #obey(): void {
    const { received } = this.signalling
    for (let at = 0; at < received.length; ) {
      const { header, message } = received[at] as DownMessage
      if (message.name !== 'unknown') {
        at += 1
        continue
      }
      received.splice(at, 1)
      const { raw } = message.body
      const question = message.messageId === 0x9101 ? questionOf(raw) : null
      const refused = question !== null && this.#videoOf(question) === 'none'
      this.signalling.send({
        name: 'terminalAnswer',
        body: { answeredSerial: header.serial, answeredId: message.messageId, result: refused ? FAILED : 0 },
      })
      if (question) this.#start(question)
      if (message.messageId === 0x9102) {
        const [channel = 0, , , stream = MAIN] = raw
        this.ended.push(channel)
        this.endedStreams.push({ channel, stream })
        this.#lines.get(`${channel}/${stream}`)?.end()
      }
    }
  }

  /** `null`: a channel that agrees and sends nothing. */
  #videoOf({ channel, stream }: Question): TestVideo | 'none' | null {
    const videos = this.#videos.get(channel)
    if (videos === undefined) return null
    if ('packets' in videos) return videos
    return (stream === MAIN ? videos.main : videos.sub) ?? 'none'
  }

  #start(question: Question): void {
    const { host, port, channel, stream } = question
    this.asked.push({ channel, stream })
    const pictures = this.#videoOf(question)
    if (pictures === null || pictures === 'none') return
    const line = this.#dial(host, port)
    line.on('error', () => {})
    this.#lines.set(`${channel}/${stream}`, line)
    this.#send(line, pictures)
  }

  #send(line: Socket, pictures: TestVideo): void {
    const begunMs = this.#clock.monotonicMs()
    let at = 0
    const timer = this.#clock.every(50, () => {
      if (line.destroyed || line.writableEnded) {
        timer.cancel()
        return
      }
      const elapsedMs = this.#clock.monotonicMs() - begunMs
      for (;;) {
        const packet = pictures.packets[at]
        if (packet === undefined) {
          // The line stays open, as of a camera that sees nothing new.
          timer.cancel()
          return
        }
        if (packet.atMs > elapsedMs) return
        line.write(packet.bytes)
        at += 1
      }
    })
  }
}

interface Question {
  readonly host: string
  readonly port: number
  readonly channel: number
  readonly stream: number
}

/** Of 0x9101. */
function questionOf(raw: Uint8Array): Question {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  const hostLength = view.getUint8(0)
  return {
    host: Buffer.from(raw.subarray(1, 1 + hostLength)).toString(),
    port: view.getUint16(1 + hostLength),
    channel: view.getUint8(5 + hostLength),
    stream: view.getUint8(7 + hostLength),
  }
}
