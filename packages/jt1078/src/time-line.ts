/** Where a frame stands in time. */
export interface Stamp {
  /** Unix ms UTC, whole, never decreasing within a kind while the server's clock does not step back. */
  readonly timestampMs: number
  /** First frame of its kind, or after a step of the device's clock (change of stream, another file, a pause). */
  readonly newLine: boolean
}

/** A step back of the device's clock by more than this begins a new line; audio may lag video by some 100 ms. */
const MAX_STEP_BACK_MS = 2_000
/** A step ahead by more than this too. */
const MAX_STEP_AHEAD_MS = 5_000
/** A connection may stall this long and catch up; what is later than that is no longer the same time. */
const MAX_LATE_MS = 60_000
/** The least delay of each such span shows how the two clocks drift. */
const WINDOW_MS = 10_000
/** Corrections are spread: ms a second of device time. */
const SLEW_MS_PER_S = 20

interface Track {
  line: number
  lastDeviceMs: number
  lastDurationMs: number
  /** Device time with frames of equal time spread out. */
  positionMs: number
  lastStampMs: number
}

/**
 * Turns the relative clock of one live connection into unix time: arrival time aligned with the device's clock (STRM-20).
 * Video and audio share the line. The delay of the quickest frames is what they are aligned by, so that a burst does
 * not bend time; where the clocks drift apart the line follows slowly.
 */
export class TimeLine {
  #line = 0
  #offsetMs = Number.NaN
  #targetMs = 0
  #newestDeviceMs = 0
  #windowStartMs = 0
  #windowLeastMs = Number.POSITIVE_INFINITY
  readonly #tracks = { video: newTrack(), audio: newTrack() }

  /**
   * Places one frame. `deviceMs` is its time field, `arrivalMs` unix ms when it came; `durationMs` (audio) spreads
   * packets that carry one and the same time.
   */
  stamp(kind: 'video' | 'audio', deviceMs: number, arrivalMs: number, durationMs = 0): Stamp {
    if (this.#isStep(deviceMs, arrivalMs)) this.#begin(deviceMs, arrivalMs)
    else this.#follow(deviceMs, arrivalMs)

    const track = this.#tracks[kind]
    const newLine = track.line !== this.#line
    this.#place(track, deviceMs, durationMs, newLine)
    let timestampMs = Math.round(track.positionMs + this.#offsetMs)
    const clockWentBack = newLine && timestampMs < track.lastStampMs - MAX_STEP_BACK_MS
    if (!clockWentBack) timestampMs = Math.max(timestampMs, track.lastStampMs)
    track.lastStampMs = timestampMs
    return { timestampMs, newLine }
  }

  #isStep(deviceMs: number, arrivalMs: number): boolean {
    const stepMs = deviceMs - this.#newestDeviceMs
    const aheadMs = deviceMs + this.#offsetMs - arrivalMs
    return (
      Number.isNaN(this.#offsetMs) ||
      stepMs < -MAX_STEP_BACK_MS ||
      stepMs > MAX_STEP_AHEAD_MS ||
      aheadMs > MAX_STEP_AHEAD_MS ||
      aheadMs < -MAX_LATE_MS
    )
  }

  #begin(deviceMs: number, arrivalMs: number): void {
    this.#line++
    this.#offsetMs = arrivalMs - deviceMs
    this.#targetMs = this.#offsetMs
    this.#newestDeviceMs = deviceMs
    this.#beginWindow(deviceMs)
  }

  #beginWindow(deviceMs: number): void {
    this.#windowStartMs = deviceMs
    this.#windowLeastMs = Number.POSITIVE_INFINITY
  }

  #follow(deviceMs: number, arrivalMs: number): void {
    const seenMs = arrivalMs - deviceMs
    this.#windowLeastMs = Math.min(this.#windowLeastMs, seenMs)
    this.#targetMs = Math.min(this.#targetMs, seenMs)
    const elapsedMs = deviceMs - this.#newestDeviceMs
    if (elapsedMs <= 0) return
    this.#newestDeviceMs = deviceMs
    if (deviceMs - this.#windowStartMs >= WINDOW_MS) {
      this.#targetMs = this.#windowLeastMs
      this.#beginWindow(deviceMs)
    }
    const mostMs = (elapsedMs * SLEW_MS_PER_S) / 1000
    this.#offsetMs += Math.max(-mostMs, Math.min(mostMs, this.#targetMs - this.#offsetMs))
  }

  #place(track: Track, deviceMs: number, durationMs: number, newLine: boolean): void {
    if (!newLine && deviceMs === track.lastDeviceMs) track.positionMs += track.lastDurationMs
    else track.positionMs = deviceMs
    track.line = this.#line
    track.lastDeviceMs = deviceMs
    track.lastDurationMs = durationMs
  }
}

function newTrack(): Track {
  return { line: 0, lastDeviceMs: 0, lastDurationMs: 0, positionMs: 0, lastStampMs: Number.NEGATIVE_INFINITY }
}
