// Belongs here: which picture a step or a still is about, and what is needed to decode it. Does not: sending it.

import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { Recordings } from '../../services/recordings/index.ts'

/** The last of them is the picture; those before it, from its key frame on, are needed to decode it. */
export type PictureRun = readonly [MediaFrame, ...MediaFrame[]]

export interface PictureFinder {
  /** The picture at a time: the last one at or before it, else the first one after it; null when nothing is recorded. */
  at(timeMs: number, options: { readonly keyFrame: boolean }): Promise<PictureRun | null>
  /** The picture `frames` after (before, when negative) the one of a time, or the last there is on that way; else null. */
  beside(timeMs: number, frames: number): Promise<PictureRun | null>
}

/** Finds pictures of one channel. Reads no further than it must, and stops when aborted. */
export function createPictureFinder(
  recordings: Pick<Recordings, 'play' | 'backwards'>,
  of: { readonly deviceKey: number; readonly channel: number; readonly signal: AbortSignal },
): PictureFinder {
  const { deviceKey, channel, signal } = of

  async function after(timeMs: number, frames: number): Promise<PictureRun | null> {
    let group: MediaFrame[] = []
    let found: PictureRun | null = null
    let left = frames
    for await (const frame of recordings.play(deviceKey, channel, timeMs, signal)) {
      if (frame.kind !== 'video') continue
      if (frame.keyFrame) group = []
      group.push(frame)
      if (frame.timestampMs <= timeMs) continue
      found = runOf(group)
      left -= 1
      if (left === 0) return found
    }
    return found
  }

  async function before(timeMs: number, frames: number): Promise<PictureRun | null> {
    let found: PictureRun | null = null
    let left = frames
    for await (const group of recordings.backwards(deviceKey, channel, timeMs, signal)) {
      const earlier = group.filter(({ timestampMs }) => timestampMs < timeMs)
      if (earlier.length >= left) return runOf(earlier.slice(0, earlier.length - left + 1))
      found = runOf(earlier.slice(0, 1)) ?? found
      left -= earlier.length
    }
    return found
  }

  return {
    async at(timeMs, { keyFrame }) {
      for await (const group of recordings.backwards(deviceKey, channel, timeMs + 1, signal)) {
        return runOf(keyFrame ? group.slice(0, 1) : group.filter(({ timestampMs }) => timestampMs <= timeMs))
      }
      return after(timeMs, 1)
    },
    beside: (timeMs, frames) => (frames > 0 ? after(timeMs, frames) : before(timeMs, -frames)),
  }
}

function runOf(pictures: readonly MediaFrame[]): PictureRun | null {
  const [first, ...others] = pictures
  return first === undefined ? null : [first, ...others]
}
