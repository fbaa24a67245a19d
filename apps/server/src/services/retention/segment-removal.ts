// Belongs here: how a file of a recording is removed. Does not: which (expiry.ts, disk-space.ts, deletion.ts).
import { isInBucket, type MediaStore } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { RecordingStore } from '../recordings/index.ts'

/** Files removed before anything is looked at again. */
export const BATCH = 100

/** The first ones that together have so many bytes. */
export function asMuchAs(segments: readonly Segment[], bytes: number): Segment[] {
  let sum = 0
  const enough = segments.findIndex((segment) => {
    sum += segment.bytes
    return sum >= bytes
  })
  return enough === -1 ? [...segments] : segments.slice(0, enough + 1)
}

/** What it takes to remove a recording. */
export interface SegmentRemoval {
  readonly media: MediaStore
  readonly store: RecordingStore
  readonly onRemoved: (segments: readonly Segment[]) => void
  /** Never removed. */
  readonly isLocked: (segment: Segment) => boolean
}

/**
 * The file first: a row without a file is skipped by the reader, a file without a row would stay for ever. Rejects when a file
 * cannot be removed, after the rows of those before it are gone too. Resolves with how many went.
 */
export async function removeSegments(
  { media, store, onRemoved, isLocked }: SegmentRemoval,
  segments: readonly Segment[],
): Promise<number> {
  const gone: Segment[] = []
  try {
    for (const segment of segments) {
      // Locked since it was looked for.
      if (isLocked(segment) || isInBucket(segment.path)) continue
      await media.delete(segment.path)
      gone.push(segment)
    }
    // Last: a bucket that fails costs no deletion on a disk.
    const inBucket = segments.filter((segment) => isInBucket(segment.path) && !isLocked(segment))
    const byPath = new Map(inBucket.map((segment) => [segment.path, segment]))
    await media.deleteAll([...byPath.keys()], (path) => {
      const segment = byPath.get(path)
      if (segment !== undefined) gone.push(segment)
    })
  } finally {
    await store.remove(gone)
    onRemoved(gone)
  }
  return gone.length
}

/** Removes a file that has no row, unless recordings of its time may be locked. Resolves with whether it went. */
export async function removeFileWithoutRow(
  { media, mayBeLocked }: { readonly media: MediaStore; readonly mayBeLocked: (path: string) => boolean },
  path: string,
): Promise<boolean> {
  return !mayBeLocked(path) && (await media.delete(path))
}
