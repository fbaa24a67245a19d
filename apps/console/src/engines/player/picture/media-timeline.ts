/** Where a frame lies on the timeline of a `<video>`: without gaps, whatever the stream's timestamps do. */
export interface TimelinePlace {
  readonly startMs: number
  readonly durationMs: number
}

/** A longer step between two frames is a gap of the stream, not a pause of the picture. */
const maxStepMs = 1_000

/**
 * Lays frames end to end. How long a frame lasts is known only when the next one comes, and waiting for it would cost
 * its time in delay: so each is given the length that brings the end of the timeline to where the next frame should
 * begin, judged by the steps seen so far. Errors do not add up, and no gap ever stops the video.
 */
export class MediaTimeline {
  #endMs = 0
  #lastTimestampMs: number | null = null
  #stepMs = 66
  /** How far the timeline runs ahead of (or behind) the stream. */
  #errorMs = 0

  /** A frame that is only decoded: as short as can be. */
  placeUnseen(timestampMs: number): TimelinePlace {
    const startMs = this.#endMs
    this.#endMs += 1
    this.#errorMs = 0
    this.#lastTimestampMs = timestampMs
    return { startMs, durationMs: 1 }
  }

  /** `speed` is the playback speed: recorded time passes that much faster than the video's. */
  place(timestampMs: number, discontinuity: boolean, speed = 1): TimelinePlace {
    const last = this.#lastTimestampMs
    const step = last === null ? Number.NaN : (timestampMs - last) / speed
    this.#lastTimestampMs = timestampMs
    if (discontinuity || !(step >= 0 && step <= maxStepMs)) this.#errorMs = 0
    else {
      this.#errorMs -= step
      this.#stepMs += (step - this.#stepMs) / 8
    }
    const durationMs = Math.max(1, Math.round(this.#stepMs - this.#errorMs))
    const startMs = this.#endMs
    this.#endMs += durationMs
    this.#errorMs += durationMs
    return { startMs, durationMs }
  }
}
