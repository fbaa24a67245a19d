// A recorder that plays what it recorded: lists by 0x9205, plays a video at once by 0x9201, and stores what it received.
import { connect, type Socket } from 'node:net'
import {
  decodeSignalling,
  encodeSignalling,
  type ListRecordings,
  type PlaybackControl,
  type PlaybackRequest,
  type RecordingEntry,
} from '@fleetglass/jt1078'
import type { Clock } from '../../src/platform/clock/index.ts'
import type { TestVideo } from './camera-device.ts'
import { DeviceClient, type DownMessage } from './device-client.ts'

/** How it behaves; may be changed while it runs. */
export interface Recorded {
  /** `'broken'`: an answer whose body ends too early. */
  list: readonly RecordingEntry[] | 'silent' | 'broken'
  /** What it answers 0x9201 with; empty is "nothing recorded", `'refuses'` a refusal, `'silent'` no answer. */
  answer: (request: PlaybackRequest) => readonly RecordingEntry[] | 'refuses' | 'silent'
  /** What it sends on the connection of a playback; `null`: it does not connect. */
  video: (channel: number) => TestVideo | null
  /** Whether it closes the connection when all is sent. */
  endsByItself: boolean
}

export class RecordedDevice {
  readonly asked: PlaybackRequest[] = []
  readonly listed: ListRecordings[] = []
  readonly controls: PlaybackControl[] = []
  readonly signalling: DeviceClient
  readonly behaviour: Recorded
  readonly lines = new Map<number, Socket>()
  readonly #clock: Clock
  readonly #obeying: { cancel(): void }

  private constructor(signalling: DeviceClient, clock: Clock, behaviour: Recorded) {
    this.signalling = signalling
    this.behaviour = behaviour
    this.#clock = clock
    this.#obeying = clock.every(5, () => this.#obey())
  }

  static async connect(port: number, terminal: string, clock: Clock, behaviour: Recorded): Promise<RecordedDevice> {
    const signalling = await DeviceClient.tcp(port, terminal)
    await signalling.login()
    return new RecordedDevice(signalling, clock, behaviour)
  }

  async close(): Promise<void> {
    this.#obeying.cancel()
    for (const line of this.lines.values()) line.destroy()
    await this.signalling.close()
  }

  #obey(): void {
    const { received } = this.signalling
    for (let at = 0; at < received.length; ) {
      const down = received[at] as DownMessage
      if (down.message.name !== 'unknown') {
        at += 1
        continue
      }
      received.splice(at, 1)
      this.#take(down, down.message.body.raw)
    }
  }

  #take({ header, message }: DownMessage, raw: Uint8Array): void {
    const messageId = (message as { messageId: number }).messageId
    const decoded = decodeSignalling(messageId, raw)
    if (!decoded?.ok) throw new Error(`the server sent a message that cannot be read: ${messageId.toString(16)}`)
    const { name, body } = decoded.value
    if (name === 'listRecordings') {
      this.listed.push(body)
      const { list } = this.behaviour
      if (list === 'broken') this.#answerBrokenList(header.serial)
      else if (list !== 'silent') this.#answerList(header.serial, list)
    } else if (name === 'playbackRequest') this.#play(header.serial, body)
    else {
      if (name === 'playbackControl') {
        this.controls.push(body)
        if (body.command === 2) this.lines.get(body.channel)?.end()
      }
      this.#answer(header.serial, messageId, 0)
    }
  }

  #play(serial: number, request: PlaybackRequest): void {
    this.asked.push(request)
    const answer = this.behaviour.answer(request)
    if (answer === 'silent') return
    if (answer === 'refuses') {
      this.#answer(serial, 0x9201, 1)
      return
    }
    this.#answerList(serial, answer)
    const video = answer.length === 0 ? null : this.behaviour.video(request.channel)
    if (video === null) return
    const line = connect(request.tcpPort, request.host)
    line.on('error', () => {})
    this.lines.set(request.channel, line)
    for (const { bytes } of video.packets) line.write(bytes)
    if (this.behaviour.endsByItself) line.end()
    else this.#keepAlive(line, video)
  }

  /** A line that says nothing for 30 s is ended by the server: the last packet comes again. */
  #keepAlive(line: Socket, { packets }: TestVideo): void {
    const timer = this.#clock.every(5_000, () => {
      const last = packets.at(-1)
      if (line.destroyed || last === undefined) timer.cancel()
      else if (line.writableLength === 0) line.write(last.bytes)
    })
  }

  #answer(serial: number, messageId: number, result: number): void {
    this.signalling.send({
      name: 'terminalAnswer',
      body: { answeredSerial: serial, answeredId: messageId, result },
    })
  }

  /** In packets, as a long list is. */
  #answerList(replySerial: number, entries: readonly RecordingEntry[]): void {
    const { messageId, body } = encodeSignalling({ name: 'recordingList', body: { replySerial, entries } })
    const aPacket = entries.length > 1000 ? 36 : 10
    if (entries.length > 36) this.signalling.sendPackets(messageId, body, Math.ceil(entries.length / aPacket))
    else this.signalling.send({ name: 'unknown', messageId, body: { raw: body } })
  }

  /** It says that one recording follows, and none does. */
  #answerBrokenList(replySerial: number): void {
    const { messageId, body } = encodeSignalling({ name: 'recordingList', body: { replySerial, entries: [] } })
    const raw = Uint8Array.from(body)
    raw[raw.length - 1] = 1
    this.signalling.send({ name: 'unknown', messageId, body: { raw } })
  }
}

/** One item of a 0x1205; times in unix seconds. */
export function recording(startS: number, endS: number, over: Partial<RecordingEntry> = {}): RecordingEntry {
  return {
    channel: 1,
    alarmBits: 0n,
    resource: 0,
    stream: 1,
    storage: 1,
    sizeBytes: 1000,
    beginLocalS: startS + 8 * 3600,
    endLocalS: endS + 8 * 3600,
    ...over,
  }
}
