// Belongs here: recordings that somebody wants gone. Does not: what goes by its age or for room (cleaner.ts).
import { removeSegments, type SegmentRemoval } from './cleaner.ts'
import type { Segment } from './recorder.types.ts'

/** Unix ms UTC, `[startMs, endMs)`. */
export interface MsRange {
  readonly startMs: number
  readonly endMs: number
}

export interface DeletionDeps extends SegmentRemoval {
  /** Recordings of the device that overlap a range, by time. */
  readonly find: (range: MsRange, limit: number) => Promise<Segment[]>
  /** Goes on recording in new files; resolves when the former are closed. */
  readonly cut: () => Promise<void>
  readonly isWriting: (path: string) => boolean
  /** `undefined` when it was removed meanwhile. */
  readonly deviceId: string | undefined
  readonly nowMs: number
}

const BATCH = 200
/** The end of what the recorder has at hand: pictures of the last seconds. */
const RECENT_MS = 60_000
const ALWAYS: MsRange = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }

/** Removes the files that reach into a range, or every file of the device; resolves with their number. */
export async function deleteRecordings(deps: DeletionDeps, range: MsRange | null): Promise<number> {
  const within = range ?? ALWAYS
  // What is being written can only be removed once it is closed.
  if (within.endMs > deps.nowMs - RECENT_MS) await deps.cut()
  let removed = 0
  for (;;) {
    const found = await deps.find(within, BATCH)
    const segments = found.filter(({ path }) => !deps.isWriting(path))
    if (segments.length === 0) break
    await removeSegments(deps, segments)
    removed += segments.length
  }
  if (range === null && deps.deviceId !== undefined) removed += await removeFiles(deps, deps.deviceId)
  return removed
}

/** Files that no row tells of, for example because the index is still being made. */
async function removeFiles({ folder, isWriting }: DeletionDeps, deviceId: string): Promise<number> {
  let removed = 0
  for await (const path of folder.list({ deviceId })) {
    if (!isWriting(path) && (await folder.remove(path))) removed += 1
  }
  return removed
}
