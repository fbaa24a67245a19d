// Belongs here: files of recordings on their way into the bucket, and what becomes of those that cannot go. Does not: requests to the bucket
// (platform/media-store), names that two files of a minute would share (services/media-uploads).
import type { Clock } from '../../platform/clock/index.ts'
import type { SqliteSource } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { type BucketConnection, isBucketFailure, isInBucket } from '../../platform/media-store/index.ts'
import { ownThreads } from '../../platform/worker/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { type MediaUploadStore, UploadThread } from '../media-uploads/index.ts'
import { atOnce } from './at-once.ts'
import type { FileFaults } from './file-faults.ts'
import { LeftCopies } from './left-copies.ts'
import type { MoveProgress } from './move-progress.ts'
import type { MoveTarget } from './move-target.store.ts'
import { recordingPages, recordingsOf, type SourceFiles } from './source-recordings.ts'

/** Files at a time, as the server uploads them. */
const AT_ONCE = 12
/** A bucket that does not work is asked again after so long; after the last one the move ends. */
const RETRIES_MS = [1_000, 2_000, 4_000, 8_000, 16_000]

export interface CopyMediaDeps {
  readonly clock: Clock
  readonly log: Log
  readonly source: SqliteSource
  readonly files: SourceFiles
  readonly connection: BucketConnection
  /** Whose rows are to name the bucket; `null`: a server finds the objects by itself when it uploads. */
  readonly target: { readonly rows: MoveTarget; readonly uploads: MediaUploadStore } | null
  readonly faults: FileFaults
  readonly progress: MoveProgress
  readonly signal: AbortSignal
}

/** Uploads each file that is not in the bucket yet. Its local copy stays. */
export async function copyMedia(deps: CopyMediaDeps): Promise<void> {
  const { log, source, connection, target, progress } = deps
  const located = new Map<string, string>()
  const absolute = (path: string): string => located.get(path) ?? path
  const store = target?.uploads ?? { isTaken: async () => false }
  const copies = new LeftCopies(source)
  const thread = new UploadThread({ log, threads: ownThreads, connection, media: { absolute }, store })
  progress.begin('Uploading files', { count: source.count(recordingsOf(source)), done: 0, noun: 'files' })
  try {
    for (const page of recordingPages(source)) {
      const paths = target === null ? page.map(({ path }) => path) : await target.rows.pathsOf(page)
      const left = page.filter((_segment, at) => !isInBucket(paths[at] ?? ''))
      progress.add(page.length - left.length, 0)
      await atOnce(AT_ONCE, left, async (segment) => {
        deps.signal.throwIfAborted()
        const bytes = await uploadFile({ ...deps, copies }, thread, located, segment)
        progress.add(1, bytes)
      })
    }
  } finally {
    await thread.close()
  }
  progress.end()
}

/** Bytes that went; 0 for a file that did not. */
async function uploadFile(
  deps: CopyMediaDeps & { readonly copies: LeftCopies },
  thread: UploadThread,
  located: Map<string, string>,
  segment: Segment,
): Promise<number> {
  const { files, target, faults, copies } = deps
  const found = await files.find(segment.path)
  if (!found.isThere) {
    faults.add(segment.path, found.reason)
    return 0
  }
  located.set(segment.path, found.file)
  try {
    await patiently(deps, () =>
      thread.upload(segment, async ({ outcome, path }) => {
        if (outcome === 'missing') faults.add(segment.path, 'it is missing')
        else await target?.uploads.moved(segment, path, copies.stays(segment.path) ? 'stays' : 'goes')
      }),
    )
    return found.bytes
  } catch (error) {
    if (deps.signal.aborted || !isOfTheFile(error)) throw error
    faults.add(segment.path, (error as Error).message)
    return 0
  } finally {
    located.delete(segment.path)
  }
}

/** Once more where the bucket does not work. Throws `StartError` when it still does not. */
async function patiently(deps: Pick<CopyMediaDeps, 'clock' | 'signal'>, work: () => Promise<void>): Promise<void> {
  for (const waitMs of RETRIES_MS) {
    try {
      await work()
      return
    } catch (error) {
      if (!isBucketFailure(error) || deps.signal.aborted) throw error
    }
    await new Promise<void>((resolve) => deps.clock.after(waitMs, resolve))
    deps.signal.throwIfAborted()
  }
  await work().catch((error: unknown) => {
    if (!isBucketFailure(error)) throw error
    throw new StartError(`${(error as Error).message}. Then run the same command again: it goes on where it was.`)
  })
}

/** Of the disk, or damaged on its way: not of the database. */
const OF_THE_FILE = /^(EACCES|EPERM|EIO|EISDIR|ELOOP|ENAMETOOLONG|ENODEV|ENXIO|ESTALE|bucket-damaged)$/

function isOfTheFile(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && OF_THE_FILE.test(code)
}
