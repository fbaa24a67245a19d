import { concat, toHex } from '@fleetglass/bytes'
import { DataType, LiveDataType, type LiveRequest, MediaPacketParser, PayloadType } from '@fleetglass/jt1078'
import { type AudioEncoder, addChipHeader, audioEncoder } from '@fleetglass/media'
import { WheelTask } from '../platform/clock/index.ts'
import type { AudioKind } from './clip.ts'
import { type MediaContext, MediaSender } from './media-sender.ts'
import type { Speaker } from './speaker.ts'

/** The sound of a driver in a talk: a tone that a test can recognize. */
export const DRIVER_HERTZ = 440
const DRIVER_LEVEL = 10_000
const FRAME_MS = 40
const FRAME_SAMPLES = 320
const SAMPLE_RATE = 8000
/** Behind by more than this it goes on from now. */
const LONGEST_STALL_MS = 1000

/**
 * The audio line of a talk or a broadcast, from 0x9101 to 0x9102 with control 4: plays what the platform says, and says a tone in
 * a talk (with the fault `echo` it repeats what it receives). In a broadcast it is silent.
 */
export class TalkConnection extends WheelTask {
  readonly channel: number
  readonly #context: MediaContext
  readonly #speaker: Speaker
  readonly #talks: boolean
  readonly #payloadType: number
  readonly #encoder: AudioEncoder
  readonly #sender: MediaSender
  readonly #parser: MediaPacketParser
  readonly #ended: (loaded: TalkConnection) => void
  #baseMs = 0
  #sent = 0
  #closed = false

  constructor(
    context: MediaContext,
    microphone: { readonly audio: AudioKind | 'none'; readonly speaker: Speaker },
    request: LiveRequest,
    ended: (loaded: TalkConnection) => void,
  ) {
    super()
    this.channel = request.channel
    this.#context = context
    // The platform repeats the number of this device, in 6 or 10 bytes.
    const number = shortNumber(context.terminalRaw)
    this.#parser = new MediaPacketParser({ knows: (simRaw) => Number(shortNumber(simRaw) === number) })
    this.#speaker = microphone.speaker
    this.#talks = request.dataType === LiveDataType.talk && microphone.audio !== 'none'
    this.#payloadType = microphone.audio === 'g726' ? PayloadType.g726 : PayloadType.g711a
    this.#encoder = audioEncoder(this.#payloadType, { bits: 4, packing: 'little' })!
    this.#ended = ended
    this.#sender = new MediaSender(context, request, request.channel, {
      onReady: () => this.#begin(),
      onReceived: (bytes) => this.#receive(bytes),
      onEnded: () => void this.close(),
    })
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#closed = true
    this.#context.wheel.cancel(this)
    this.#ended(this)
    return this.#sender.close()
  }

  override onDue(nowMs: number): void {
    if (this.#closed) return
    if (nowMs - this.#dueMs() > LONGEST_STALL_MS) this.#restartClock(nowMs)
    for (; this.#dueMs() <= nowMs; this.#sent += 1) if (!this.#context.faults.echo) this.#say(tone(this.#sent))
    this.#context.wheel.schedule(this, this.#dueMs())
  }

  #begin(): void {
    if (!this.#talks || this.#closed) return
    const nowMs = this.#context.wheel.nowMs()
    this.#restartClock(nowMs)
    this.onDue(nowMs)
  }

  #restartClock(nowMs: number): void {
    this.#baseMs = nowMs
    this.#sent = 0
  }

  #dueMs(): number {
    return this.#baseMs + this.#sent * FRAME_MS
  }

  #say(samples: Int16Array): void {
    const body = this.#encoder(samples)
    const payload = this.#context.faults.chipHeader ? addChipHeader(body) : body
    const timestampMs = Math.round(this.#dueMs())
    this.#sender.send({ payloadType: this.#payloadType, dataType: DataType.audio, timestampMs, payload })
  }

  #receive(bytes: Uint8Array): void {
    this.#parser.push(bytes, (event) => {
      if (event.kind !== 'packet' || event.dataType !== DataType.audio) return
      this.#context.counters.received += 1
      const samples = this.#speaker.play(event.payloadType, concat(event.pieces))
      if (this.#talks && this.#context.faults.echo && samples.length === FRAME_SAMPLES) this.#say(samples)
    })
  }
}

/** Without the zeros in front. */
function shortNumber(raw: Uint8Array): string {
  return toHex(raw).replace(/^0+/, '')
}

/** Frame number `frame` of a tone that never ends. */
function tone(frame: number): Int16Array {
  return Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => {
    const turn = (DRIVER_HERTZ * (frame * FRAME_SAMPLES + at)) / SAMPLE_RATE
    return Math.round(DRIVER_LEVEL * Math.sin(2 * Math.PI * turn))
  })
}
