// Belongs here: in which order pictures are decoded, and which of them are seen. Does not: when (playback-session.ts).
import type { MediaFrame } from '../../ports/live-media/index.ts'

/** Pictures a viewer keeps decoded for one run backwards: a longer group of pictures comes in several runs. */
export const CACHED_PICTURES = 32

/**
 * Frames of a recording that are asked for from a time on: pictures before the one of that time are needed to decode it and
 * are not shown, sound before it is left out.
 */
export async function* fromThePicture(
  frames: AsyncIterable<MediaFrame>,
  fromMs: number,
): AsyncGenerator<{ readonly frame: MediaFrame; readonly shown?: 'never' }> {
  /** Perhaps the picture of that time: the next picture decides. */
  let candidate: MediaFrame | null = null
  for await (const frame of frames) {
    if (frame.kind === 'audio' && frame.timestampMs < fromMs) continue
    const isBefore = frame.kind === 'video' && frame.timestampMs <= fromMs
    if (candidate !== null) yield isBefore ? { frame: candidate, shown: 'never' } : { frame: candidate }
    candidate = isBefore ? frame : null
    if (candidate === null) yield { frame }
  }
  if (candidate !== null) yield { frame: candidate }
}

/** Groups of pictures from the last to the first, until there is a longer gap than `gapMs` before `fromMs` or between them. */
export async function* upToGap(
  groups: AsyncIterable<readonly MediaFrame[]>,
  fromMs: number,
  gapMs: number,
): AsyncGenerator<readonly MediaFrame[]> {
  let shownMs = fromMs
  for await (const group of groups) {
    if (shownMs - (group.at(-1)?.timestampMs ?? shownMs) > gapMs) return
    shownMs = group[0]?.timestampMs ?? shownMs
    yield group
  }
}

/** Pictures from a key frame on: those that are only needed, then those that are kept and shown from the last to the first. */
export interface BackwardRun {
  readonly needed: readonly MediaFrame[]
  readonly stored: readonly MediaFrame[]
}

/** The runs in which groups of pictures, given from the last to the first, are shown backwards from a time on. */
export async function* backwardRuns(
  groups: AsyncIterable<readonly MediaFrame[]>,
  fromMs: number,
): AsyncGenerator<BackwardRun> {
  for await (const group of groups) {
    for (let end = group.filter(({ timestampMs }) => timestampMs <= fromMs).length; end > 0; end -= CACHED_PICTURES) {
      const begin = Math.max(0, end - CACHED_PICTURES)
      yield { needed: group.slice(0, begin), stored: group.slice(begin, end) }
    }
  }
}
