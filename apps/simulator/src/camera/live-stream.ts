import { DataType, LiveDataType, type LiveRequest } from '@fleetglass/jt1078'
import { WheelTask } from '../platform/clock/index.ts'
import { accessUnit, soundPacket } from './access-unit.ts'
import type { AudioKind, Clip, ClipLibrary, SoundClip } from './clip.ts'
import { type MediaContext, MediaSender } from './media-sender.ts'

/** How a device sends video. */
export interface CameraSettings {
  readonly library: ClipLibrary
  readonly video: 'h264' | 'h265'
  readonly audio: AudioKind | 'none'
}

const MOST_ATTEMPTS = 3
const RETRY_MS = 1000
/** After a stall longer than this the stream goes on from now instead of sending all that was missed. */
const LONGEST_STALL_MS = 1000

/**
 * One live transmission, from 0x9101 to 0x9102: connects, begins with a key frame at once, and keeps the pace of a
 * camera. A connection that cannot be made is tried three times; one that the platform closes is over.
 */
export class LiveStream extends WheelTask {
  readonly channel: number
  readonly #context: MediaContext
  readonly #settings: CameraSettings
  readonly #request: LiveRequest
  readonly #ended: (stream: LiveStream) => void
  #sender: MediaSender | null = null
  #ready = false
  #attempts = 0
  #clip: Clip
  readonly #sound: SoundClip | null
  #sendsVideo: boolean
  #sendsAudio: boolean
  #paused = false
  /** Set until the next key frame: at the start, after a change of stream, after frames were left out. */
  #needsKeyFrame = true
  #setsSent = false
  #stream: 'main' | 'sub'
  #frame = 0
  #videoBaseMs = 0
  #videoSent = 0
  #audioBaseMs = 0
  #audioSent = 0
  #closed = false

  constructor(
    context: MediaContext,
    settings: CameraSettings,
    request: LiveRequest,
    ended: (stream: LiveStream) => void,
  ) {
    super()
    this.channel = request.channel
    this.#context = context
    this.#settings = settings
    this.#request = request
    this.#ended = ended
    this.#stream = request.stream === 1 ? 'sub' : 'main'
    this.#clip = this.#pickClip()
    this.#sound = settings.audio === 'none' ? null : settings.library.sound(settings.audio)
    const { dataType } = request
    this.#sendsVideo = dataType === LiveDataType.audioAndVideo || dataType === LiveDataType.video
    this.#sendsAudio = dataType !== LiveDataType.video
    this.#connect()
  }

  get stream(): 'main' | 'sub' {
    return this.#stream
  }

  /** 0x9102, command 1: the same connection goes on with the other stream, from a key frame. */
  changeStream(stream: 'main' | 'sub'): void {
    this.#stream = stream
    this.#clip = this.#pickClip()
    this.#needsKeyFrame = true
    this.#setsSent = false
  }

  /** 0x9102, command 0 with 1 or 2. Answers whether anything is left to send. */
  stop(what: 'audio' | 'video'): boolean {
    if (what === 'audio') this.#sendsAudio = false
    else this.#sendsVideo = false
    return this.#sendsAudio || this.#sendsVideo
  }

  pause(): void {
    this.#paused = true
    this.#context.wheel.cancel(this)
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#begin()
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#closed = true
    this.#context.wheel.cancel(this)
    this.#ended(this)
    return this.#sender?.close() ?? Promise.resolve()
  }

  override onDue(nowMs: number): void {
    if (this.#closed) return
    if (!this.#sender) {
      this.#connect()
      return
    }
    if (!this.#ready) return
    if (nowMs - this.#nextMs() > LONGEST_STALL_MS) this.#restartClock(nowMs)
    while (this.#sendsVideo && this.#videoDueMs() <= nowMs) this.#sendVideo(nowMs)
    while (this.#sendsAudio && this.#sound && this.#audioDueMs(this.#sound) <= nowMs) this.#sendAudio(this.#sound)
    this.#context.wheel.schedule(this, this.#nextMs())
  }

  #connect(): void {
    this.#attempts += 1
    this.#sender = new MediaSender(this.#context, this.#request, this.channel, {
      onReady: () => {
        this.#ready = true
        if (!this.#paused) this.#begin()
      },
      onReceived: () => undefined,
      onEnded: () => this.#connectionEnded(),
    })
  }

  #connectionEnded(): void {
    this.#sender = null
    if (this.#ready || this.#attempts >= MOST_ATTEMPTS) {
      void this.close()
      return
    }
    this.#context.wheel.schedule(this, this.#context.wheel.nowMs() + RETRY_MS)
  }

  #begin(): void {
    const nowMs = this.#context.wheel.nowMs()
    this.#needsKeyFrame = true
    // The picture of this very second: recordings of it show the same frames.
    this.#frame = Math.floor(nowMs / 1000) * this.#clip.framesPerS
    this.#restartClock(nowMs)
    this.onDue(nowMs)
  }

  #restartClock(nowMs: number): void {
    this.#videoBaseMs = nowMs
    this.#videoSent = 0
    this.#audioBaseMs = nowMs
    this.#audioSent = 0
  }

  #videoDueMs(): number {
    return this.#videoBaseMs + (this.#videoSent * 1000) / this.#clip.framesPerS
  }

  #audioDueMs(sound: SoundClip): number {
    return this.#audioBaseMs + this.#audioSent * sound.packetMs
  }

  #nextMs(): number {
    const video = this.#sendsVideo ? this.#videoDueMs() : Infinity
    const audio = this.#sendsAudio && this.#sound ? this.#audioDueMs(this.#sound) : Infinity
    return Math.min(video, audio)
  }

  #sendVideo(nowMs: number): void {
    const timestampMs = Math.round(this.#videoDueMs())
    this.#videoSent += 1
    this.#adoptFaults()
    if (this.#needsKeyFrame) this.#frame -= this.#frame % this.#clip.keyFrameEvery
    const frame = this.#clip.frames[this.#frame % this.#clip.frames.length]!
    this.#frame += 1
    if (this.#sender!.isCongested || (this.#needsKeyFrame && !frame.keyFrame)) {
      this.#needsKeyFrame = true
      this.#context.counters.shed += 1
      return
    }
    this.#needsKeyFrame = false
    const withSets = frame.keyFrame && !(this.#context.faults.setsOnce && this.#setsSent)
    if (frame.keyFrame) this.#setsSent = true
    this.#sender!.send({
      payloadType: this.#clip.payloadType,
      dataType: frame.keyFrame ? DataType.I : DataType.P,
      timestampMs,
      payload: accessUnit(this.#clip, frame, nowMs, withSets),
    })
  }

  #sendAudio(sound: SoundClip): void {
    const timestampMs = Math.round(this.#audioDueMs(sound))
    const number = Math.floor(this.#audioBaseMs / sound.packetMs) + this.#audioSent
    this.#audioSent += 1
    const payload = soundPacket(sound, number, this.#context.faults.chipHeader)
    this.#sender!.send({ payloadType: sound.payloadType, dataType: DataType.audio, timestampMs, payload })
  }

  /** The fault "H.265" may be switched on or off while this runs. */
  #adoptFaults(): void {
    const clip = this.#pickClip()
    if (clip === this.#clip) return
    this.#clip = clip
    this.#needsKeyFrame = true
    this.#setsSent = false
  }

  #pickClip(): Clip {
    const codec = this.#context.faults.h265 ? 'h265' : this.#settings.video
    return this.#settings.library.video(this.channel, this.#stream, codec)
  }
}
