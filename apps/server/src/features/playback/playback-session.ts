// Belongs here: what a playback sends when. Does not: files (ingest/recorder), who may play (services/viewers).
import { AppError } from '@fleetglass/contract/errors'
import { isCommandedSpeed, playsSound } from '@fleetglass/contract/playback'
import { MediaCodec, PING_PERIOD_MS, parseStreamCommand, type StreamCommand } from '@fleetglass/contract/streams'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { expectedError } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Recordings } from '../../services/recordings/index.ts'
import type { TranscodedRecording, TranscodedStreams } from '../../services/transcoder/index.ts'
import { type MediaSocket, streamError } from '../../services/viewers/index.ts'
import { createPictureFinder } from './picture-finder.ts'
import type { ClockMember, PlaybackClock, PlaybackClocks } from './playback-clock.ts'
import { type Leg, type MovingLeg, pictureOf, type StillLeg, stillAt, wayOf } from './playback-leg.ts'
import { type BackwardRun, backwardRuns, fromThePicture, upToGap } from './playback-order.ts'
import { PlaybackOutput } from './playback-output.ts'

/** Bytes that may wait for the viewer; above it reading pauses. */
const UNREAD_BYTES = 1024 * 1024
/** How often a viewer that is behind is looked at again. */
const UNREAD_POLL_MS = 20
/** What is due within this time goes out together: a timer is no finer. */
const EARLY_MS = 4
/** A viewer, or a disk, that was waited for longer than this is not made up for: time goes on from there. */
const LATE_MS = 1_000
/** Backwards: two pictures further apart than this have a gap between them. */
const GAP_MS = 1_000
/** A playback begins with what was recorded within this time of what was asked for; else there is no record (STRM-27). */
const LONGEST_WAIT_MS = 600_000
/** A playback goes on over the night, but not into another year: what lies behind a longer gap has to be asked for. */
const LONGEST_GAP_MS = 86_400_000
/** For the last pictures that are made H.264, on a busy machine. */
const LAST_PICTURES_MS = 10_000

export interface PlaybackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly recordings: Recordings
  readonly clocks: PlaybackClocks
  readonly deviceKey: number
  readonly deviceId: string
  readonly channel: number
  readonly socket: MediaSocket
  /** What plays by one clock has the same name; null: nothing else. */
  readonly togetherAs: string | null
  /** Transcodes H.265 to H.264 for a viewer that requested it; null: the viewer takes the recorded codec. */
  readonly transcoded: Pick<TranscodedStreams, 'recording'> | null
}

export class PlaybackSession implements ClockMember {
  readonly #deps: PlaybackDeps
  #time: PlaybackClock
  #leg: Leg
  /** Asked for and not begun. */
  #nextLeg: Leg | null
  #legAbort = new AbortController()
  /** Time of the picture that is shown. */
  shownMs: number
  #closed = false
  #wake: () => void = () => {}
  #ping: Timer | null = null
  readonly #transcoder: TranscodedRecording | null
  readonly #output: PlaybackOutput

  constructor(deps: PlaybackDeps, fromMs: number, speed: 0 | 1 = 1) {
    this.#deps = deps
    this.shownMs = fromMs
    this.#transcoder = this.#makeTranscoder()
    this.#time = deps.clocks.join(deps.togetherAs, fromMs, speed, this)
    const isPaused = speed === 0 && this.#time.speed === 0
    this.#leg = isPaused ? stillAt(fromMs, false) : { way: wayOf(this.#time.speed), fromMs }
    this.#nextLeg = this.#leg
    this.#output = new PlaybackOutput(deps)
    void this.#run()
  }

  command(text: string): void {
    const command = parseStreamCommand(text)
    if (command !== null && !this.#closed) this.#obey(command)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#output.close()
    this.#deps.clocks.leave(this.#time, this)
    this.#ping?.cancel()
    this.#legAbort.abort()
    this.#transcoder?.close()
    this.#wake()
  }

  speedChanged(): void {
    const { speed } = this.#time
    if (speed === 0) this.#paused()
    else if (this.#leg.way !== wayOf(speed)) this.#begin({ way: wayOf(speed), fromMs: this.#time.positionMs })
    else this.#deps.socket.state('playing')
    this.#pingWhile(speed === 0)
    this.#wake()
  }

  /** What was kept to be shown backwards may be smaller than it was taken: the picture that stands comes in full. */
  #paused(): void {
    this.#deps.socket.state('paused')
    if (this.#leg.way === 'backward') this.#still(stillAt(this.shownMs, false))
  }

  timeMoved(): void {
    this.#wake()
  }

  #obey(command: StreamCommand): void {
    switch (command.cmd) {
      case 'speed':
        if (isCommandedSpeed(command.value)) this.#time.setSpeed(command.value)
        return
      case 'seek': {
        const { clocks, togetherAs } = this.#deps
        const fromMs = Math.round(command.time * 1000)
        clocks.leave(this.#time, this)
        this.#time = clocks.join(togetherAs, fromMs, 1, this)
        this.#begin({ way: 'forward', fromMs })
        return
      }
      case 'step':
        this.#still({ way: 'still', find: (finder) => finder.beside(this.shownMs, command.frames) })
        return
      case 'show':
        this.#still(stillAt(Math.round(command.time * 1000), command.keyFrame === true))
        return
      case 'stop':
        this.#deps.socket.end()
        this.close()
        return
      case 'main':
        // A recording has one stream.
        return
    }
  }

  #still(leg: StillLeg): void {
    this.#time.setSpeed(0)
    // Whatever comes next begins there, also when the picture is not found yet.
    if (leg.atMs !== undefined) this.#time.moveTo(leg.atMs)
    this.#begin(leg)
  }

  #begin(leg: Leg): void {
    this.#leg = leg
    this.#nextLeg = leg
    this.#legAbort.abort()
    this.#transcoder?.interrupted()
    this.#wake()
  }

  /** A paused stream, and one in a gap, say that they live. */
  #pingWhile(silent: boolean): void {
    this.#ping?.cancel()
    this.#ping = silent ? this.#deps.clock.every(PING_PERIOD_MS, () => this.#deps.socket.ping()) : null
  }

  async #run(): Promise<void> {
    const { socket, log, deviceKey, channel } = this.#deps
    try {
      for (let leg = this.#nextLeg; leg !== null && !this.#closed; leg = this.#nextLeg) {
        this.#nextLeg = null
        this.#legAbort = new AbortController()
        const { signal } = this.#legAbort
        await this.#go(leg, signal)
        if (this.#transcoder !== null && leg.way !== 'still') await this.#made(this.#transcoder, signal)
        while (leg.way === 'still' && this.#nextLeg === null && !this.#closed) await this.#sleep(null)
      }
      if (this.#closed) return
      socket.state('end')
      socket.end()
    } catch (error) {
      log.error({ err: error, deviceKey, channel }, 'a playback failed')
      socket.fail(expectedError(error))
    }
    this.close()
  }

  async #go(leg: Leg, signal: AbortSignal): Promise<void> {
    const { recordings, deviceKey, channel, socket } = this.#deps
    if (leg.way === 'still') {
      await this.#showStill(leg, signal)
      return
    }
    socket.state('buffering')
    const backward = leg.way === 'backward' || leg.way === 'backward-keys'
    if (backward) await this.#playBackward(leg, signal)
    else if (await recordings.hasAnyFrom(deviceKey, channel, leg.fromMs)) await this.#playForward(leg, signal)
    else if (!signal.aborted) this.#nothingRecorded()
  }

  #nothingRecorded(): void {
    this.#deps.socket.fail(new AppError('nothing-recorded'))
    this.close()
  }

  async #showStill(leg: StillLeg, signal: AbortSignal): Promise<void> {
    const { recordings, deviceKey, channel, socket } = this.#deps
    const run = await leg.find(createPictureFinder(recordings, { deviceKey, channel, signal }))
    if (signal.aborted || this.#closed) return
    socket.state('paused')
    if (this.#ping === null) this.#pingWhile(true)
    const isFar =
      run !== null && leg.atMs !== undefined && Math.abs(pictureOf(run).timestampMs - leg.atMs) > LONGEST_GAP_MS
    if (run === null || (isFar && this.#output.video === 0)) {
      // A step at the end of the recording stays where it is; a start needs a picture.
      if (this.#output.video === 0) this.#nothingRecorded()
      return
    }
    const picture = pictureOf(run)
    for (const frame of run) this.#send(frame, frame === run[0], frame === picture ? undefined : 'never')
    if (leg.atMs === undefined) this.#time.moveTo(picture.timestampMs)
  }

  async #playForward(leg: MovingLeg, signal: AbortSignal): Promise<void> {
    const { recordings, deviceKey, channel, socket } = this.#deps
    const { fromMs, way } = leg
    const frames = recordings.play(deviceKey, channel, fromMs, signal, { keyFramesOnly: way === 'forward-keys' })
    /** The next frame of this kind is the first one after the start or a gap. */
    const isFirst = { video: true, audio: true }
    let lastMs = fromMs
    let hasBegun = false
    for await (const { frame, shown } of fromThePicture(frames, fromMs)) {
      if (signal.aborted || this.#closed) return
      const gapMs = frame.timestampMs - lastMs
      if (!hasBegun && gapMs > LONGEST_WAIT_MS) {
        this.#nothingRecorded()
        return
      }
      if (gapMs > LONGEST_GAP_MS) return
      hasBegun = true
      lastMs = frame.timestampMs
      if (frame.discontinuity) {
        isFirst.video = true
        isFirst.audio = true
      }
      await this.#due(frame.timestampMs, { signal, at: frame.timestampMs <= fromMs, gap: frame.discontinuity })
      if (signal.aborted || this.#closed) return
      socket.state('playing')
      const isWanted = frame.kind === 'video' || playsSound(this.#time.speed)
      if (isWanted) this.#send(frame, isFirst[frame.kind], shown)
      isFirst[frame.kind] = !isWanted
    }
  }

  /** Groups of pictures are sent whole, one ahead of what is shown: the viewer decodes them forwards and keeps them. */
  async #playBackward(leg: MovingLeg, signal: AbortSignal): Promise<void> {
    const { recordings, deviceKey, channel } = this.#deps
    const groups = upToGap(recordings.backwards(deviceKey, channel, leg.fromMs + 1, signal), leg.fromMs, LONGEST_GAP_MS)
    this.shownMs = leg.fromMs
    if (leg.way === 'backward-keys') {
      for await (const group of groups) {
        const [keyFrame] = group
        if (keyFrame !== undefined) await this.#showBackward(keyFrame, group.at(-1) ?? keyFrame, leg, signal)
      }
      return
    }
    let stored: readonly MediaFrame[] = []
    for await (const run of backwardRuns(groups, leg.fromMs)) {
      await this.#read(signal)
      if (signal.aborted || this.#closed) return
      this.#sendCached(run)
      await this.#showCached(stored, leg, signal)
      stored = run.stored
    }
    await this.#showCached(stored, leg, signal)
  }

  #sendCached({ needed, stored }: BackwardRun): void {
    for (const [index, frame] of needed.entries()) this.#send(frame, index === 0, 'never')
    for (const [index, frame] of stored.entries()) this.#send(frame, index === 0 && needed.length === 0, 'later')
  }

  async #showCached(pictures: readonly MediaFrame[], leg: MovingLeg, signal: AbortSignal): Promise<void> {
    for (const picture of pictures.toReversed()) await this.#showBackward(picture, picture, leg, signal)
  }

  /** Shows a picture in its time. `end` is the last one before what was shown until now: between the two there may be a gap. */
  async #showBackward(picture: MediaFrame, end: MediaFrame, leg: MovingLeg, signal: AbortSignal): Promise<void> {
    const { socket } = this.#deps
    const { timestampMs } = picture
    const gap = this.shownMs - end.timestampMs > GAP_MS
    await this.#due(timestampMs, { signal, at: this.shownMs === leg.fromMs && !gap, gap })
    if (signal.aborted || this.#closed) return
    socket.state('playing')
    if (leg.way === 'backward') this.#afterPictures(() => socket.say({ type: 'show', timestampMs }))
    else this.#send(picture, true)
    this.shownMs = timestampMs
  }

  /** Waits until the viewer has read. */
  async #read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#closed && this.#waitingBytes() > UNREAD_BYTES) {
      await this.#sleep(UNREAD_POLL_MS)
    }
  }

  /** Waits until a time is to be shown, the viewer has read, and no player of the clock is paused. `at`: this is where the leg begins. */
  async #due(mediaMs: number, of: { signal: AbortSignal; at: boolean; gap: boolean }): Promise<void> {
    const time = this.#time
    let reported = false
    while (!of.signal.aborted && !this.#closed) {
      await this.#read(of.signal)
      time.start()
      if (of.at) break
      if (time.speed === 0) {
        await this.#sleep(null)
        continue
      }
      if (of.gap) time.atGap(this, mediaMs)
      const waitMs = time.untilMs(mediaMs)
      if (waitMs <= EARLY_MS) {
        if (-waitMs > LATE_MS) time.moveTo(mediaMs)
        break
      }
      if (of.gap && !reported) {
        reported = true
        this.#deps.socket.state('buffering', 'nothing was recorded of this channel')
        this.#pingWhile(true)
      }
      await this.#sleep(waitMs)
    }
    time.passed(this)
    if (reported) this.#pingWhile(time.speed === 0)
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

  #send(frame: MediaFrame, discontinuity: boolean, shown?: 'never' | 'later'): void {
    if (this.#transcoder !== null && frame.kind === 'video' && frame.codec === MediaCodec.h265) {
      this.#transcoder.push(frame, { discontinuity, shown })
    } else this.#output.deliver(frame, discontinuity, shown)
    if (frame.kind === 'video' && shown === undefined) this.shownMs = frame.timestampMs
  }

  #makeTranscoder(): TranscodedRecording | null {
    const { transcoded, socket } = this.#deps
    if (transcoded === null) return null
    return transcoded.recording({
      picture: (frame, { discontinuity, shown }) => this.#output.deliver(frame, discontinuity, shown),
      failed: (failure) => {
        socket.fail(streamError(failure))
        this.close()
      },
    })
  }

  /** When the viewer has what was sent. */
  #afterPictures(action: () => void): void {
    if (this.#transcoder === null) action()
    else this.#transcoder.after(action)
  }

  /** What is still being made comes out; what is not made by then was left out. */
  #made(transcoder: TranscodedRecording, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(LAST_PICTURES_MS, resolve)
      const over = (): void => {
        timer.cancel()
        resolve()
      }
      if (signal.aborted) over()
      else signal.addEventListener('abort', over, { once: true })
      transcoder.after(over)
    })
  }

  #waitingBytes(): number {
    return this.#deps.socket.waitingBytes + (this.#transcoder?.waitingBytes ?? 0)
  }
}
