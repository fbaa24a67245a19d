import { DataType, PlaybackCommand, type PlaybackControl, type PlaybackRequest, PlaybackWay } from '@fleetglass/jt1078'
import { WheelTask } from '../platform/clock/index.ts'
import { accessUnit, soundPacket } from './access-unit.ts'
import type { Clip, SoundClip } from './clip.ts'
import type { CameraSettings } from './live-stream.ts'
import { type MediaContext, MediaSender } from './media-sender.ts'
import type { OnTime } from './recordings.ts'

/** How fast, which way, and whether only key frames. */
interface Pace {
  readonly speed: number
  readonly direction: 1 | -1
  readonly keyFramesOnly: boolean
}

const SPEEDS = [1, 1, 2, 4, 8, 16] as const
/** Fast speeds send key frames only; the highest speed sends every frame, because platforms use it to fetch a recording. */
const WINDS = 8
/** Frames that one turn of the clock may send: a stalled process must not flood the platform. */
const MOST_AT_ONCE = 60

/**
 * One playback, from 0x9201 to its end: sends the frames of the recorded spans at playing speed, time stamps being the
 * times of the recording, and closes the connection after the last one. What is not recorded is jumped over.
 */
export class PlaybackStream extends WheelTask {
  readonly channel: number
  readonly #context: MediaContext
  readonly #clip: Clip
  readonly #sound: SoundClip | null
  readonly #utcOffsetS: number
  readonly #spans: readonly OnTime[]
  readonly #ended: (stream: PlaybackStream) => void
  readonly #sendsVideo: boolean
  readonly #single: boolean
  readonly #sender: MediaSender
  #ready = false
  #paused = false
  #pace: Pace
  /** Recorded time of the next video frame, ms, counted in frames of the clip since 1970. */
  #frame: number
  /** Next sound packet, counted in packets since 1970. */
  #packet = 0
  #wallBaseMs = 0
  #recordBaseMs = 0
  #needsKeyFrame = true
  #closed = false

  constructor(
    context: MediaContext,
    settings: CameraSettings,
    request: PlaybackRequest,
    spans: readonly OnTime[],
    utcOffsetS: number,
    ended: (stream: PlaybackStream) => void,
  ) {
    super()
    this.channel = request.channel
    this.#context = context
    this.#clip = settings.library.video(request.channel, 'main', context.faults.h265 ? 'h265' : settings.video)
    this.#sound = settings.audio === 'none' || request.resource === 2 ? null : settings.library.sound(settings.audio)
    this.#sendsVideo = request.resource !== 1
    this.#utcOffsetS = utcOffsetS
    this.#spans = spans
    this.#ended = ended
    this.#single = request.way === PlaybackWay.oneFrame
    this.#pace = paceOf(request.way, request.speedCode)
    const start = this.#pace.direction === 1 ? spans[0]!.fromS : spans.at(-1)!.toS
    this.#frame = this.#frameAt(start * 1000)
    this.#sender = new MediaSender(context, request, request.channel, {
      onReady: () => {
        this.#ready = true
        this.#goOn()
      },
      onReceived: () => undefined,
      onEnded: () => void this.close(),
    })
  }

  /** 0x9202. Answers false when the command is not known. */
  control(control: PlaybackControl): boolean {
    switch (control.command) {
      case PlaybackCommand.start:
        this.#paused = false
        this.#pace = paceOf(PlaybackWay.normal, 0)
        break
      case PlaybackCommand.pause:
        this.#paused = true
        this.#context.wheel.cancel(this)
        return true
      case PlaybackCommand.end:
        void this.close()
        return true
      case PlaybackCommand.fast:
        this.#pace = paceOf(PlaybackWay.fast, control.speedCode)
        break
      case PlaybackCommand.keyFramesBackwards:
        this.#pace = paceOf(PlaybackWay.keyFramesBackwards, control.speedCode)
        break
      case PlaybackCommand.goTo:
        if (control.positionLocalS === null) return false
        this.#frame = this.#frameAt((control.positionLocalS - this.#utcOffsetS) * 1000)
        break
      case PlaybackCommand.keyFrames:
        this.#pace = paceOf(PlaybackWay.keyFrames, 0)
        break
      default:
        return false
    }
    this.#paused = false
    this.#goOn()
    return true
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#closed = true
    this.#context.wheel.cancel(this)
    this.#ended(this)
    return this.#sender.close()
  }

  override onDue(nowMs: number): void {
    if (this.#closed || !this.#ready || this.#paused) return
    for (let sent = 0; sent < MOST_AT_ONCE; sent++) {
      if (!this.#moveIntoRecording()) {
        void this.close()
        return
      }
      if (this.#dueMs() > nowMs) break
      // The recording does not run away: a slow reader slows it down.
      if (this.#sender.isCongested) {
        this.#setBase(nowMs)
        break
      }
      this.#sendFrame(nowMs)
      if (this.#single) {
        void this.close()
        return
      }
    }
    this.#context.wheel.schedule(this, Math.max(this.#dueMs(), nowMs + 1))
  }

  #goOn(): void {
    if (!this.#ready || this.#closed) return
    const nowMs = this.#context.wheel.nowMs()
    this.#needsKeyFrame = true
    this.#frame -= this.#frame % this.#clip.keyFrameEvery
    this.#setBase(nowMs)
    this.onDue(nowMs)
  }

  #setBase(nowMs: number): void {
    this.#wallBaseMs = nowMs
    this.#recordBaseMs = this.#timeOf(this.#frame)
    if (this.#sound) this.#packet = Math.ceil(this.#recordBaseMs / this.#sound.packetMs)
  }

  #dueMs(): number {
    return this.#wallBaseMs + Math.abs(this.#timeOf(this.#frame) - this.#recordBaseMs) / this.#pace.speed
  }

  #timeOf(frame: number): number {
    return (frame * 1000) / this.#clip.framesPerS
  }

  /** The first key frame that does not lie before that time. */
  #frameAt(timeMs: number): number {
    const every = this.#clip.keyFrameEvery
    return Math.ceil(((timeMs / 1000) * this.#clip.framesPerS) / every - 1e-6) * every
  }

  /** Puts the next frame into a recorded span; false when there is none in this direction. */
  #moveIntoRecording(): boolean {
    const timeS = this.#timeOf(this.#frame) / 1000
    if (this.#spans.some((span) => timeS >= span.fromS && timeS < span.toS)) return true
    if (this.#pace.direction === 1) {
      const ahead = this.#spans.find((span) => span.fromS > timeS)
      if (!ahead) return false
      this.#frame = this.#frameAt(ahead.fromS * 1000)
    } else {
      const behind = this.#spans.findLast((span) => span.toS <= timeS)
      if (!behind) return false
      this.#frame = this.#frameAt(behind.toS * 1000) - this.#clip.keyFrameEvery
    }
    this.#needsKeyFrame = true
    this.#setBase(this.#context.wheel.nowMs())
    return true
  }

  #sendFrame(nowMs: number): void {
    const timeMs = this.#timeOf(this.#frame)
    const { frames } = this.#clip
    const frame = frames[((this.#frame % frames.length) + frames.length) % frames.length]!
    if (this.#sendsVideo && (frame.keyFrame || !this.#needsKeyFrame)) {
      this.#needsKeyFrame = false
      this.#sender.send({
        payloadType: this.#clip.payloadType,
        dataType: frame.keyFrame ? DataType.I : DataType.P,
        timestampMs: Math.round(timeMs),
        payload: accessUnit(this.#clip, frame, nowMs, frame.keyFrame),
      })
    }
    if (this.#sound && this.#pace.speed === 1 && !this.#pace.keyFramesOnly) this.#sendSound(this.#sound, timeMs)
    this.#frame += this.#pace.direction * (this.#pace.keyFramesOnly ? this.#clip.keyFrameEvery : 1)
  }

  #sendSound(sound: SoundClip, untilMs: number): void {
    for (; this.#packet * sound.packetMs <= untilMs; this.#packet++) {
      const payload = soundPacket(sound, this.#packet, this.#context.faults.chipHeader)
      const timestampMs = this.#packet * sound.packetMs
      this.#sender.send({ payloadType: sound.payloadType, dataType: DataType.audio, timestampMs, payload })
    }
  }
}

function paceOf(way: number, speedCode: number): Pace {
  const speed = SPEEDS[speedCode] ?? 1
  switch (way) {
    case PlaybackWay.fast:
      return { speed, direction: 1, keyFramesOnly: speed === WINDS }
    case PlaybackWay.keyFramesBackwards:
      return { speed, direction: -1, keyFramesOnly: true }
    case PlaybackWay.keyFrames:
      return { speed: 1, direction: 1, keyFramesOnly: true }
    default:
      return { speed: 1, direction: 1, keyFramesOnly: false }
  }
}
