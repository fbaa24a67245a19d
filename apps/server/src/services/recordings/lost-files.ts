// Belongs here: rows whose file is gone, because a kill came between a removal and its row. Does not: files without rows
// (index-builder.ts).
import { basename, dirname } from 'node:path'
import type { Log } from '../../platform/log/index.ts'
import { type MediaStore, onSlot, splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import type { RecordingStore } from './recording.store.ts'

const PAGE = 500
/**
 * A kill leaves the rows of a batch or two. A device that lacks more has lost its files otherwise, to a disk that is not
 * mounted for one, and keeps its rows.
 */
export const LOST_MAX = 1_000

export interface LostFilesDeps {
  readonly store: Pick<RecordingStore, 'after' | 'remove'>
  readonly folder: Pick<MediaStore, 'list' | 'size'>
  readonly log: Log
  readonly signal: AbortSignal
}

/**
 * Drops the rows whose file is not there, of devices that had a folder at the start: what recording has made since then
 * proves nothing. Rows on a media slot that is read-only or not there stay, because it has none of `deviceFolders`. Resolves with
 * their number.
 */
export async function dropLostRows(deps: LostFilesDeps, deviceFolders: ReadonlySet<string>): Promise<number> {
  const { store, folder, signal } = deps
  let dropped = 0
  let lost: Segment[] = []
  let last: Segment | null = null
  // The channels of one day: rows come by time, the channels by turns.
  let day = ''
  const channels = new Map<string, ReadonlySet<string>>()
  while (!signal.aborted) {
    const page: Segment[] = await store.after(last, PAGE)
    // One device after the other, a whole device at a time.
    for (const segment of page) {
      if (last !== null && last.deviceKey !== segment.deviceKey) {
        dropped += await drop(deps, lost)
        lost = []
      }
      last = segment
      if (!deviceFolders.has(deviceFolderOf(segment.path)) || lost.length > LOST_MAX) continue
      const parent = dirname(segment.path)
      // The same on each media slot: files of a day take turns on them.
      const dayFolder = dirname(splitSlot(parent).below)
      if (day !== dayFolder) channels.clear()
      day = dayFolder
      const present = channels.get(parent) ?? new Set(await folder.list(parent))
      channels.set(parent, present)
      if (!present.has(basename(segment.path))) lost.push(segment)
    }
    if (page.length < PAGE) return dropped + (await drop(deps, lost))
  }
  return dropped
}

function deviceFolderOf(path: string): string {
  const { slot, below } = splitSlot(path)
  return onSlot(slot, below.split('/', 1)[0] ?? '')
}

async function drop({ store, folder, log }: LostFilesDeps, lost: readonly Segment[]): Promise<number> {
  const path = lost[0]?.path
  if (path === undefined) return 0
  if (lost.length > LOST_MAX) {
    log.warn(
      { path, files: LOST_MAX },
      'many recordings are not in their folder any more; --rebuild-index forgets them',
    )
    return 0
  }
  // Asked again: a file may have come after its folder was read.
  const gone: Segment[] = []
  for (const segment of lost) if ((await folder.size(segment.path)) === null) gone.push(segment)
  await store.remove(gone)
  log.info({ path, files: gone.length }, 'recordings that are gone were taken out of the index')
  return gone.length
}
