/** The group that is shown backwards, and the one before it, which is decoded meanwhile. */
const keptRuns = 2
/** Larger pictures are stored smaller: 32 of a run, 0.9 MB each, two runs. A picture that stands is shown in full again. */
const mostPixels = 640 * 360

/** The pictures of one run backwards, by their time. */
export type PictureRun = Map<number, VideoFrame>

/** Decoded pictures that wait to be shown backwards. */
export class StoredPictures {
  #runs: PictureRun[] = []
  /** Requested and not decoded yet. */
  #askedMs: number | null = null

  /** A new run; the oldest gives way. */
  begin(): PictureRun {
    const run: PictureRun = new Map()
    this.#runs.push(run)
    while (this.#runs.length > keptRuns) closeAll(this.#runs.shift())
    return run
  }

  /** Takes a frame over; true when it was already requested. */
  keep(run: PictureRun, timestampMs: number, frame: VideoFrame): boolean {
    if (this.#runs.includes(run)) {
      run.get(timestampMs)?.close()
      run.set(timestampMs, copied(frame))
    }
    frame.close()
    return this.#askedMs === timestampMs
  }

  /** The picture of a time, which is then the caller's; null when it is not there, or not yet. */
  take(timestampMs: number): VideoFrame | null {
    for (const run of this.#runs) {
      const frame = run.get(timestampMs)
      if (frame === undefined) continue
      run.delete(timestampMs)
      this.#askedMs = null
      return frame
    }
    this.#askedMs = timestampMs
    return null
  }

  clear(): void {
    for (const run of this.#runs) closeAll(run)
    this.#runs = []
    this.#askedMs = null
  }
}

function closeAll(run: PictureRun | undefined): void {
  for (const frame of run?.values() ?? []) frame.close()
  run?.clear()
}

/** A decoder has few frames to give away, and stops when all of them are stored: so a copy. */
function copied(frame: VideoFrame): VideoFrame {
  const { displayWidth, displayHeight, timestamp } = frame
  const scale = Math.min(1, Math.sqrt(mostPixels / (displayWidth * displayHeight)))
  const canvas = new OffscreenCanvas(Math.round(displayWidth * scale), Math.round(displayHeight * scale))
  canvas.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, canvas.width, canvas.height)
  return new VideoFrame(canvas, { timestamp })
}
