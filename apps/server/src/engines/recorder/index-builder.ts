// Belongs here: index rows from what lies in the folder. Does not: rows of files that close normally (index-keeper.ts).
import { open } from 'node:fs/promises'
import type { Log } from '../../platform/log/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../registry/index.ts'
import { type MediaFolder, parseSegmentPath } from './media-folder.ts'
import type { IndexReport, Segment } from './recorder.types.ts'
import type { RecordingStore } from './recording.store.ts'
import { type RecordingHeads, readRecordingHeads } from './recording-heads.ts'

/** Files read one after the other before their rows are written. */
const BATCH = 200

export interface IndexBuilderDeps {
  readonly store: RecordingStore
  readonly folder: MediaFolder
  readonly registry: DeviceRegistry
  readonly log: Log
  /** Paths that are being written now: they come into the index when they close. */
  readonly isBusy: (path: string) => boolean
  readonly signal: AbortSignal
}

/** Days from a time on, of one device or of all. */
export interface IndexScope {
  readonly fromMs: number
  readonly device?: RegisteredDevice
}

/**
 * Adds every file of days from `fromMs` on that has no row. A file that a kill has torn is cut behind its last whole
 * fragment; one without any is removed.
 */
export async function completeIndex(deps: IndexBuilderDeps, { fromMs, device }: IndexScope): Promise<IndexReport> {
  const { store, folder, registry, signal } = deps
  if (device !== undefined && !(await folder.hasDevice(device.deviceId))) return { added: 0, repaired: 0, foreign: 0 }
  const known = await store.pathsSince(fromMs - 2 * 86_400_000, device?.key)
  const report = { added: 0, repaired: 0, foreign: 0 }
  let batch: Segment[] = []
  for await (const path of folder.list({ fromMs, ...(device && { deviceId: device.deviceId }) })) {
    if (signal.aborted) break
    if (known.has(path) || deps.isBusy(path)) continue
    const name = parseSegmentPath(path)
    const owner = name && registry.byId(name.deviceId)
    if (!owner) {
      report.foreign += 1
      continue
    }
    const found = await readSegment(deps, path, owner.key, name.channel)
    if (found.isRepaired) report.repaired += 1
    if (found.segment) batch.push(found.segment)
    if (batch.length >= BATCH) {
      await store.add(batch)
      report.added += batch.length
      batch = []
    }
  }
  await store.add(batch)
  report.added += batch.length
  return report
}

interface Found {
  readonly segment: Segment | null
  readonly isRepaired: boolean
}

/** Only the heads of a file are read: a rebuild goes through millions of them while others record. */
async function readSegment(
  { folder, log }: IndexBuilderDeps,
  path: string,
  deviceKey: number,
  channel: number,
): Promise<Found> {
  const handle = await open(folder.absolute(path), 'r+')
  try {
    const { size } = await handle.stat()
    const heads = await readRecordingHeads(handle, size)
    const segment = heads && segmentOf(heads, { deviceKey, channel, path })
    if (heads === null || segment === null) {
      log.info({ path, bytes: size }, 'a recording without a whole fragment was removed')
      await folder.remove(path)
      return { segment: null, isRepaired: true }
    }
    const isTorn = heads.wholeBytes < size
    if (isTorn) {
      log.info({ path, bytes: size - heads.wholeBytes }, 'the torn end of a recording was cut off')
      await handle.truncate(heads.wholeBytes)
    }
    return { segment, isRepaired: isTorn }
  } finally {
    await handle.close()
  }
}

function segmentOf(
  { fragments, wholeBytes }: RecordingHeads,
  where: Pick<Segment, 'deviceKey' | 'channel' | 'path'>,
): Segment | null {
  const first = fragments[0]
  const last = fragments.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    ...where,
    startMs: first.startMs,
    endMs: last.endMs,
    bytes: wholeBytes,
    firstKeyFrameOffset: fragments.find((fragment) => fragment.beginsWithKeyFrame)?.offset ?? first.offset,
  }
}
