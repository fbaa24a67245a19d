// A recorder that can be spoken to: its signalling line, and the audio line it opens when it is asked to.
import { connect, type Socket } from 'node:net'
import { concat } from '@fleetglass/bytes'
import type { Version } from '@fleetglass/jt808'
import {
  type CodecAbilities,
  DataType,
  encodePackets,
  encodeSignalling,
  type MediaPacket,
  MediaPacketParser,
} from '@fleetglass/jt1078'
import { until } from '@fleetglass/testkit'
import { DeviceClient } from './device-client.ts'

const ANSWERED = 0

export interface TalkDeviceOptions {
  /** What 0x0001 says to 0x9101: 0 it connects, anything else refuses. */
  readonly result?: number
  /** Agrees, and never connects. */
  readonly staysAway?: boolean
  /** What 0x1003 says; left out: 0x9003 is answered with 0x0001. */
  readonly abilities?: Partial<CodecAbilities>
  /** Edition of JT/T 808 (2013). */
  readonly version?: Version
}

/** What it received on its audio connections, and the commands that came. */
export class TalkDevice {
  readonly signalling: DeviceClient
  /** 0x9101 that came: data type and channel. */
  readonly asked: { readonly dataType: number; readonly channel: number }[] = []
  /** 0x9102 that came. */
  readonly ended: { readonly channel: number; readonly command: number }[] = []
  readonly received: MediaPacket[] = []
  line: Socket | null = null
  readonly #options: TalkDeviceOptions
  readonly #simRaw: Uint8Array
  #serial = 0
  #stopped = false

  private constructor(signalling: DeviceClient, options: TalkDeviceOptions) {
    this.signalling = signalling
    this.#options = options
    this.#simRaw = signalling.terminalRaw
    void this.#obey()
  }

  static async connect(port: number, terminal: string, options: TalkDeviceOptions = {}): Promise<TalkDevice> {
    const signalling = await DeviceClient.tcp(port, terminal, options.version)
    await signalling.login()
    return new TalkDevice(signalling, options)
  }

  /** Bodies of the audio it received. */
  get bodies(): Uint8Array[] {
    return this.received.map(({ pieces }) => concat(pieces))
  }

  /** Sends one frame of audio on its line. */
  say(payloadType: number, payload: Uint8Array, over: { channel?: number; timestampMs?: number } = {}): void {
    const { channel = this.asked.at(-1)?.channel ?? 1, timestampMs = this.#serial * 40 } = over
    this.#send({ channel, payloadType, dataType: DataType.audio, timestampMs, payload })
  }

  /** Sends a picture, as a camera does. */
  show(payload: Uint8Array, channel = 1): void {
    this.#send({ channel, payloadType: 98, dataType: DataType.I, timestampMs: this.#serial * 40, payload })
  }

  /** Waits until it has a line. */
  async connected(): Promise<Socket> {
    return await until('the device has connected', () => this.line)
  }

  async close(): Promise<void> {
    this.#stopped = true
    this.line?.destroy()
    await this.signalling.close()
  }

  #send(frame: { channel: number; payloadType: number; dataType: number; timestampMs: number; payload: Uint8Array }) {
    for (const packet of encodePackets({ ...frame, simRaw: this.#simRaw, firstSerial: this.#serial })) {
      this.#serial += 1
      this.line?.write(packet)
    }
  }

  async #obey(): Promise<void> {
    for (;;) {
      const { body, messageId } = await this.signalling.next('unknown').then(
        (message) => ({ body: message.body.raw, messageId: message.messageId }),
        () => ({ body: null, messageId: 0 }),
      )
      if (body === null || this.#stopped) return
      this.#answer(messageId, body)
    }
  }

  #answer(messageId: number, raw: Uint8Array): void {
    const { abilities, result = ANSWERED } = this.#options
    if (messageId === 0x9003 && abilities) {
      this.#sendAbilities(abilities)
      return
    }
    const isOpen = messageId === 0x9101
    const body = { answeredSerial: this.signalling.lastTakenSerial, answeredId: messageId, result: isOpen ? result : 0 }
    this.signalling.send({ name: 'terminalAnswer', body })
    if (isOpen) this.#open(raw)
    if (messageId === 0x9102) this.ended.push({ channel: raw[0] ?? 0, command: raw[1] ?? -1 })
  }

  #sendAbilities(abilities: Partial<CodecAbilities>): void {
    const usual = { audioCodec: 8, audioChannels: 1, sampleRateCode: 0, sampleBitsCode: 1, audioFrameBytes: 160 }
    const rest = { audioOutput: true, videoCodec: 98, maxAudioChannels: 1, maxVideoChannels: 4 }
    const { messageId, body } = encodeSignalling({ name: 'codecAbilities', body: { ...usual, ...rest, ...abilities } })
    this.signalling.send({ name: 'unknown', messageId, body: { raw: body } })
  }

  #open(raw: Uint8Array): void {
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
    const hostLength = view.getUint8(0)
    const host = Buffer.from(raw.subarray(1, 1 + hostLength)).toString()
    const port = view.getUint16(1 + hostLength)
    this.asked.push({ channel: view.getUint8(5 + hostLength), dataType: view.getUint8(6 + hostLength) })
    if ((this.#options.result ?? ANSWERED) !== ANSWERED || this.#options.staysAway) return
    const line = connect(port, host)
    const parser = new MediaPacketParser({ simLength: this.#simRaw.length === 10 ? 10 : 6 })
    line.on('error', () => {})
    line.on('data', (bytes) =>
      parser.push(new Uint8Array(bytes), (event) => {
        if (event.kind === 'packet') this.received.push(event)
      }),
    )
    line.once('connect', () => {
      this.line = line
    })
  }
}
