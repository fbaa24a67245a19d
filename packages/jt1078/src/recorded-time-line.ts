import type { Stamp } from './time-line.ts'

/** A step back of the device's clock by more than this begins a new line; audio may lag video by some 100 ms. */
const MAX_STEP_BACK_MS = 2_000
/** A step ahead by more than this too: key frames at sixteen times the speed stand some seconds apart. */
const MAX_STEP_AHEAD_MS = 15_000
/** A playback begins at the key frame before what was asked for, and may run a little beyond. */
const AROUND_MS = 60_000
/** The zone of the standard: devices exist that write local time as if it were UTC. */
const STANDARD_ZONE_MS = 8 * 3_600_000
/** How long a frame lasts where a new timeline has no duration. */
const USUAL_FRAME_MS = 40

interface Track {
  line: number
  lastDeviceMs: number
  lastDurationMs: number
  positionMs: number
  lastStampMs: number
}

/**
 * Turns the clock of a playback connection into the unix time of the recording (STRM-20). A device whose stamps lie in
 * what was asked for, as UTC or as local time of the standard's zone, is believed; any other clock counts from where the
 * playback was requested to begin, and continues without a seam where it steps.
 */
export class RecordedTimeLine {
  readonly #fromMs: number
  readonly #toMs: number
  #wantedMs: number | null
  #line = 0
  #offsetMs = Number.NaN
  #newestDeviceMs = 0
  #newestStampMs = 0
  readonly #tracks = { video: newTrack(), audio: newTrack() }

  /** `[fromMs, toMs)`, unix ms, is what the device was asked to play. */
  constructor(fromMs: number, toMs: number) {
    this.#fromMs = fromMs
    this.#toMs = toMs
    this.#wantedMs = fromMs
  }

  /** The device was requested to continue there: the next step of its clock stands for it. */
  goTo(timeMs: number): void {
    this.#wantedMs = timeMs
  }

  /** Places one frame; `durationMs` (audio) spreads packets that carry one and the same time. */
  stamp(kind: 'video' | 'audio', deviceMs: number, durationMs = 0): Stamp {
    if (this.#isStep(deviceMs)) this.#begin(deviceMs)
    this.#newestDeviceMs = Math.max(this.#newestDeviceMs, deviceMs)
    const track = this.#tracks[kind]
    const newLine = track.line !== this.#line
    if (!newLine && deviceMs === track.lastDeviceMs) track.positionMs += track.lastDurationMs
    else track.positionMs = deviceMs
    let timestampMs = Math.round(track.positionMs + this.#offsetMs)
    if (!newLine) timestampMs = Math.max(timestampMs, track.lastStampMs)
    Object.assign(track, {
      line: this.#line,
      lastDeviceMs: deviceMs,
      lastDurationMs: durationMs,
      lastStampMs: timestampMs,
    })
    this.#newestStampMs = timestampMs
    return { timestampMs, newLine }
  }

  #isStep(deviceMs: number): boolean {
    const stepMs = deviceMs - this.#newestDeviceMs
    return Number.isNaN(this.#offsetMs) || stepMs < -MAX_STEP_BACK_MS || stepMs > MAX_STEP_AHEAD_MS
  }

  #begin(deviceMs: number): void {
    this.#line += 1
    this.#newestDeviceMs = deviceMs
    const believed = [0, -STANDARD_ZONE_MS].find((offsetMs) => this.#isAskedFor(deviceMs + offsetMs))
    this.#offsetMs = believed ?? (this.#wantedMs ?? this.#newestStampMs + USUAL_FRAME_MS) - deviceMs
    this.#wantedMs = null
  }

  #isAskedFor(timeMs: number): boolean {
    return timeMs >= this.#fromMs - AROUND_MS && timeMs <= this.#toMs + AROUND_MS
  }
}

function newTrack(): Track {
  return { line: 0, lastDeviceMs: 0, lastDurationMs: 0, positionMs: 0, lastStampMs: Number.NEGATIVE_INFINITY }
}
