// Belongs here: what a playback sends when. Does not: files (engines/recorder), who may play (engines/viewers).
import { isPlaybackSpeed, type PlaybackSpeed, playsSound, sendsKeyFramesOnly } from '@fleetglass/contract/playback'
import { PING_PERIOD_MS, parseStreamCommand, StreamClose, type StreamCommand } from '@fleetglass/contract/streams'
import type { Recordings } from '../../engines/recorder/index.ts'
import type { MediaFrame } from '../../engines/streams/index.ts'
import type { MediaSocket } from '../../engines/viewers/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'

/** Bytes that may wait for the viewer; above it he is waited for. */
const UNREAD_BYTES = 1024 * 1024
/** How often a viewer that is behind is looked at again. */
const UNREAD_POLL_MS = 20
/** What is due within this time goes out together: a timer is no finer. */
const EARLY_MS = 4
/** A viewer, or a disk, that was waited for longer than this is not made up for: time goes on from there. */
const LATE_MS = 1_000

export interface PlaybackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly recordings: Recordings
  readonly deviceKey: number
  readonly deviceId: string
  readonly channel: number
  readonly socket: MediaSocket
}

/** A way through the recording from one time on; a seek, and a change between all and key frames, begins another. */
interface Leg {
  readonly fromMs: number
  readonly keyFramesOnly: boolean
}

/** Which recorded time is shown at which moment of the monotonic clock. */
interface Anchor {
  readonly mediaMs: number
  readonly shownMs: number
}

export class PlaybackSession {
  readonly #deps: PlaybackDeps
  #speed: PlaybackSpeed = 1
  /** Asked for and not begun. */
  #nextLeg: Leg | null
  #legAbort = new AbortController()
  #anchor: Anchor | null = null
  #positionMs: number
  #closed = false
  #wake: () => void = () => {}
  #ping: Timer | null = null
  #video = 0
  #audio = 0

  constructor(deps: PlaybackDeps, fromMs: number) {
    this.#deps = deps
    this.#positionMs = fromMs
    this.#nextLeg = { fromMs, keyFramesOnly: false }
    this.#tellCodecs()
    void this.#run()
  }

  command(text: string): void {
    const command = parseStreamCommand(text)
    if (command !== null && !this.#closed) this.#obey(command)
  }

  close(): void {
    this.#closed = true
    this.#ping?.cancel()
    this.#legAbort.abort()
    this.#wake()
  }

  #obey(command: StreamCommand): void {
    switch (command.cmd) {
      case 'speed':
        if (isPlaybackSpeed(command.value)) this.#setSpeed(command.value)
        return
      case 'seek':
        this.#speed = 1
        this.#begin({ fromMs: Math.round(command.time * 1000), keyFramesOnly: false })
        return
      case 'stop':
        this.#deps.socket.end()
        this.close()
    }
  }

  #setSpeed(speed: PlaybackSpeed): void {
    const before = this.#speed
    this.#speed = speed
    this.#anchor = null
    this.#ping?.cancel()
    if (speed === 0) {
      this.#deps.socket.state('paused')
      this.#ping = this.#deps.clock.every(PING_PERIOD_MS, () => this.#deps.socket.ping())
    } else {
      const keyFramesOnly = sendsKeyFramesOnly(speed)
      if (keyFramesOnly !== sendsKeyFramesOnly(before) && this.#nextLeg === null) {
        this.#begin({ fromMs: this.#positionMs, keyFramesOnly })
      } else this.#deps.socket.state('playing')
    }
    this.#wake()
  }

  #begin(leg: Leg): void {
    this.#ping?.cancel()
    this.#nextLeg = leg
    this.#legAbort.abort()
    this.#wake()
  }

  async #run(): Promise<void> {
    const { recordings, deviceKey, channel, socket, log } = this.#deps
    try {
      for (let leg = this.#nextLeg; leg !== null && !this.#closed; leg = this.#nextLeg) {
        this.#nextLeg = null
        this.#anchor = null
        this.#positionMs = leg.fromMs
        this.#legAbort = new AbortController()
        socket.state('buffering')
        if (!(await recordings.hasAnyFrom(deviceKey, channel, leg.fromMs))) {
          socket.fail(StreamClose.noRecord, 'nothing was recorded at this time')
          return
        }
        await this.#play(leg, this.#legAbort.signal)
      }
      if (this.#closed) return
      socket.state('end')
      socket.end()
    } catch (error) {
      log.error({ err: error, deviceKey, channel }, 'a playback failed')
      socket.fail(StreamClose.deviceFailure, 'the recording cannot be read')
    }
  }

  async #play(leg: Leg, signal: AbortSignal): Promise<void> {
    const { recordings, deviceKey, channel, socket } = this.#deps
    const { fromMs, keyFramesOnly } = leg
    /** The next frame of this kind is the first one after the start or a gap. */
    const isFirst = { video: true, audio: true }
    for await (const frame of recordings.play(deviceKey, channel, fromMs, signal, { keyFramesOnly })) {
      if (frame.discontinuity) {
        isFirst.video = true
        isFirst.audio = true
        // A gap is skipped: its end is shown now.
        this.#anchor = null
      }
      await this.#dueTime(frame, fromMs, signal)
      if (signal.aborted || this.#closed) return
      socket.state('playing')
      const isWanted = frame.kind === 'video' || (playsSound(this.#speed) && frame.timestampMs >= fromMs)
      if (isWanted) this.#send(frame, isFirst[frame.kind])
      isFirst[frame.kind] = !isWanted
      this.#positionMs = Math.max(fromMs, frame.timestampMs)
    }
  }

  /** Waits until the frame is to be shown, the viewer has read, and nobody pauses. */
  async #dueTime(frame: MediaFrame, fromMs: number, signal: AbortSignal): Promise<void> {
    const { clock, socket } = this.#deps
    while (!signal.aborted && !this.#closed) {
      if (this.#speed === 0) {
        await this.#sleep(null)
        continue
      }
      if (socket.waitingBytes > UNREAD_BYTES) {
        await this.#sleep(UNREAD_POLL_MS)
        continue
      }
      const nowMs = clock.monotonicMs()
      this.#anchor ??= { mediaMs: Math.max(fromMs, frame.timestampMs), shownMs: nowMs }
      const dueMs = this.#anchor.shownMs + (frame.timestampMs - this.#anchor.mediaMs) / this.#speed
      if (dueMs - nowMs <= EARLY_MS) {
        if (nowMs - dueMs > LATE_MS && frame.timestampMs > this.#anchor.mediaMs) {
          this.#anchor = { mediaMs: frame.timestampMs, shownMs: nowMs }
        }
        return
      }
      await this.#sleep(dueMs - nowMs)
    }
  }

  /** Until the time is over, or something was asked for; `null`: only the latter. */
  #sleep(delayMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = delayMs === null ? null : this.#deps.clock.after(delayMs, () => this.#wake())
      this.#wake = () => {
        this.#wake = () => {}
        timer?.cancel()
        resolve()
      }
    })
  }

  #send(frame: MediaFrame, discontinuity: boolean): void {
    if (frame.kind === 'video' ? frame.codec !== this.#video : frame.codec !== this.#audio) {
      if (frame.kind === 'video') this.#video = frame.codec
      else this.#audio = frame.codec
      this.#tellCodecs()
    }
    this.#deps.socket.send(frame, discontinuity)
  }

  #tellCodecs(): void {
    const { deviceId, channel, socket } = this.#deps
    const codecs = { video: this.#video, audio: this.#audio, sampleRate: 8000 }
    socket.info({ deviceid: deviceId, channels: [channel], ...codecs })
  }
}
