// Belongs here: recordings that a user deletes. Does not: what goes by its age or for room (expiry.ts, disk-space.ts).
import type { Log } from '../../platform/log/index.ts'
import type { RecordedRange, Segment } from '../../ports/recordings/index.ts'
import { recordedFiles } from '../recordings/index.ts'
import { removeFileWithoutRow, removeSegments, type SegmentRemoval } from './segment-removal.ts'

export interface DeletionDeps extends SegmentRemoval {
  /** Recordings of the device on some media slots that overlap a range and are not locked, by time. */
  readonly find: (range: RecordedRange, slots: readonly string[], limit: number) => Promise<Segment[]>
  /** Media slots with recordings of the device that are read-only or not there. */
  readonly closedSlots: () => Promise<readonly string[]>
  /** Goes on recording in new files; resolves when the former are closed. */
  readonly cut: () => Promise<void>
  readonly isWriting: (path: string) => Promise<boolean>
  /** Whether a file of that name may reach into a locked range. */
  readonly mayBeLocked: (path: string) => boolean
  /** `undefined` when it was removed meanwhile. */
  readonly deviceId: string | undefined
  readonly nowMs: number
  readonly log: Log
}

/** A deletion that ended half-way. */
export class PartlyDeleted extends Error {
  readonly removed: number

  constructor(removed: number, cause: unknown) {
    super(`only ${removed} recordings were deleted`, { cause })
    this.removed = removed
  }
}

const BATCH = 200
/** The end of what the recorder has at hand: pictures of the last seconds. */
const RECENT_MS = 60_000
const ALWAYS: RecordedRange = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }

/** Removes the files that reach into a range, or every file of the device; resolves with their number. Throws `PartlyDeleted`. */
export async function deleteRecordings(deps: DeletionDeps, range: RecordedRange | null): Promise<number> {
  let removed = 0
  const counted = (by: number): void => {
    removed += by
  }
  try {
    await removeAll(deps, range, counted)
  } catch (error) {
    if (removed === 0 && !(error instanceof PartlyDeleted)) throw error
    deps.log.error({ err: error, files: removed }, 'only a part of the recordings could be deleted')
    throw new PartlyDeleted(removed, error)
  }
  return removed
}

async function removeAll(
  deps: DeletionDeps,
  range: RecordedRange | null,
  counted: (by: number) => void,
): Promise<void> {
  const within = range ?? ALWAYS
  // What is being written can only be removed once it is closed.
  if (within.endMs > deps.nowMs - RECENT_MS) await deps.cut()
  const onRemoved = (segments: readonly Segment[]): void => {
    deps.onRemoved(segments)
    counted(segments.length)
  }
  const slots = deps.media.slots('writable')
  for (;;) {
    const found = await deps.find(within, slots, BATCH)
    const segments: Segment[] = []
    for (const segment of found) {
      if (!(await deps.isWriting(segment.path)) && !deps.isLocked(segment)) segments.push(segment)
    }
    if (segments.length === 0) break
    await removeSegments({ ...deps, onRemoved }, segments)
  }
  if (range === null && deps.deviceId !== undefined) await removeFiles(deps, deps.deviceId, counted)
  const [left] = await deps.find(within, await deps.closedSlots(), 1)
  if (left !== undefined)
    throw new PartlyDeleted(0, new Error(`${left.path} is on a media slot that is read-only or not there`))
}

/** Files without a row, for example because the index is still being made or they were set aside. */
async function removeFiles(deps: DeletionDeps, deviceId: string, counted: (by: number) => void): Promise<void> {
  const { media, isWriting } = deps
  const failures: unknown[] = []
  for await (const path of recordedFiles(media, { deviceId, setAside: true, slots: media.slots('writable') })) {
    if (await isWriting(path)) continue
    try {
      if (await removeFileWithoutRow(deps, path)) counted(1)
    } catch (error) {
      // The store lists its files in no order: one that cannot be removed keeps none of the others.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
