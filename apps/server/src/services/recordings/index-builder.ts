// Belongs here: index rows from what lies in the folder. Does not: rows of files that close normally (index-keeper.ts), what a
// file holds (recording-heads.ts).
import type { Log } from '../../platform/log/index.ts'
import { isInBucket, type MediaFolder } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { parseSegmentPath } from '../../ports/recordings/index.ts'
import type { DeviceRegistry, RegisteredDevice } from '../directory/index.ts'
import { type BucketPatience, ConcurrentTasks, patiently } from './bucket-patience.ts'
import { recordedFiles } from './recorded-files.ts'
import { type RecordingHeads, readRecordingHeads } from './recording-heads.ts'
import type { IndexReport } from './recordings.types.ts'
import { readSegmentLabel } from './segment-label.ts'

/** Files read one after the other before their rows are written. */
const BATCH = 200
/** Labels of files in the bucket that are read at a time: a request takes as long as its way there and back. */
const LABELS_AT_ONCE = 16

export interface IndexBuilderDeps {
  readonly folder: MediaFolder
  readonly registry: DeviceRegistry
  readonly log: Log
  readonly signal: AbortSignal
  /** Paths that need no row from here: they have one, or are being written now. */
  readonly skips: (path: string) => Promise<boolean>
  readonly add: (segments: readonly Segment[]) => Promise<void>
  /** A file or folder that cannot be read; '' is the media folder itself, `@<uuid>` a media slot. */
  readonly onUnreadable?: (path: string, error: unknown) => void
  /** Left out: what a bucket that fails does not answer is unreadable at once. */
  readonly patience?: BucketPatience | undefined
}

/** Days from a time on, of one device or of all, on some media slots or wherever files may lie. */
export interface IndexScope {
  readonly fromMs: number
  readonly device?: RegisteredDevice
  readonly slots?: readonly string[]
}

export const NOTHING_FOUND: IndexReport = { added: 0, damaged: 0, cut: 0, setAside: 0, unreadable: 0, foreign: 0 }

type Counts = { -readonly [name in keyof IndexReport]: IndexReport[name] }

/**
 * Adds a row for every file of days from `fromMs` on. Nothing that may be evidence is removed: the torn end that a crash
 * leaves is cut off, a file whose beginning cannot be read gets another name, and what cannot be opened is left. On a read-only
 * media slot nothing is changed.
 */
export async function addFromFolder(
  deps: IndexBuilderDeps,
  { fromMs, device, slots }: IndexScope,
): Promise<IndexReport> {
  const { folder, registry, log, signal } = deps
  const counts: Counts = { ...NOTHING_FOUND }
  const onUnreadable = (path: string, error: unknown): void => {
    counts.unreadable += 1
    log.warn({ path, reason: (error as Error).message }, 'an entry of the media folder cannot be read and is skipped')
    deps.onUnreadable?.(path, error)
  }
  let batch: Segment[] = []
  const write = async (): Promise<void> => {
    const some = batch
    batch = []
    await deps.add(some)
    counts.added += some.length
  }
  const read = async (where: Where): Promise<void> => {
    try {
      const segment = await readSegment(deps, counts, where)
      if (segment !== null) batch.push(segment)
    } catch (error) {
      onUnreadable(where.path, error)
    }
  }
  const labels = new ConcurrentTasks(LABELS_AT_ONCE)
  const listed = { slots: () => folder.slots(), list: (path: string) => ask(deps, path, () => folder.list(path)) }
  try {
    for await (const path of recordedFiles(listed, {
      fromMs,
      onUnreadable,
      ...(device && { deviceId: device.deviceId }),
      ...(slots && { slots }),
    })) {
      if (signal.aborted) break
      if (await deps.skips(path)) continue
      const name = parseSegmentPath(path)
      const owner = name && registry.byId(name.deviceId)
      if (!owner) {
        counts.foreign += 1
        continue
      }
      const where = { path, deviceKey: owner.key, channel: name.channel }
      if (isInBucket(path)) await labels.start(() => read(where))
      else {
        // Of a file that is in both places the row of the later one counts.
        await labels.allDone()
        await read(where)
      }
      if (batch.length >= BATCH) await write()
    }
  } finally {
    await labels.allDone()
  }
  labels.check()
  await write()
  return counts
}

/** What lies in the bucket is requested again where there is patience. */
function ask<Answer>({ patience }: IndexBuilderDeps, path: string, request: () => Promise<Answer>): Promise<Answer> {
  return patience !== undefined && isInBucket(path) ? patiently(patience, request) : request()
}

type Where = Pick<Segment, 'deviceKey' | 'channel' | 'path'>

/** Only the heads of a file are read: a rebuild goes through millions of them while others record. */
async function readSegment(deps: IndexBuilderDeps, counts: Counts, where: Where): Promise<Segment | null> {
  const { folder, log } = deps
  const { path } = where
  const labelled = isInBucket(path) ? await ask(deps, path, () => fromLabel(folder, where)) : null
  if (labelled !== null) return labelled
  const { heads, size } = await readHeads(folder, path)
  const segment = heads && segmentOf(heads, where)
  if (heads === null || segment === null) {
    if (size === 0) {
      log.info({ path }, 'an empty recording was removed')
      await folder.delete(path)
      return null
    }
    const aside = await folder.setAside(path)
    counts.setAside += 1
    log.warn({ path, aside, bytes: size }, 'a recording that has nothing to play was set aside')
    return null
  }
  if (heads.damages > 0 || heads.rest === 'damaged') {
    counts.damaged += 1
    log.warn({ path, places: heads.damages + (heads.rest === 'damaged' ? 1 : 0) }, 'a recording is damaged inside')
  }
  if (heads.rest === 'torn') await cutOff({ folder, log }, counts, path, size, heads.wholeBytes)
  return segment
}

/** What was stored with a file when it was uploaded: its heads are all over it. */
async function fromLabel(folder: MediaFolder, where: Where): Promise<Segment | null> {
  const file = await folder.open(where.path)
  const described = readSegmentLabel(file.label ?? '')
  await file.close()
  return described && { ...where, ...described }
}

async function readHeads(folder: MediaFolder, path: string): Promise<{ heads: RecordingHeads | null; size: number }> {
  const file = await folder.open(path)
  try {
    const size = await file.size()
    return { heads: await readRecordingHeads(file, size), size }
  } finally {
    await file.close()
  }
}

/** A file that may be read only keeps its torn end: its row ends before it. */
async function cutOff(
  { folder, log }: Pick<IndexBuilderDeps, 'folder' | 'log'>,
  counts: Counts,
  path: string,
  size: number,
  wholeBytes: number,
): Promise<void> {
  try {
    await folder.truncate(path, wholeBytes)
    counts.cut += 1
    log.info({ path, bytes: size - wholeBytes }, 'the torn end of a recording was cut off')
  } catch (error) {
    log.warn({ path, reason: (error as Error).message }, 'the torn end of a recording cannot be cut off')
  }
}

function segmentOf({ fragments, wholeBytes }: RecordingHeads, where: Where): Segment | null {
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
