// Belongs here: whether each file of a recording is in the bucket as it is on disk. Does not: rows (verify-rows.ts).
import type { SqliteSource } from '../../platform/database/index.ts'
import { type BucketConnection, isInBucket, openBucket, splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { namesInBucket } from '../media-uploads/index.ts'
import { segmentLabel } from '../recordings/index.ts'
import { atOnce } from './at-once.ts'
import type { FileFaults } from './file-faults.ts'
import type { MoveProgress } from './move-progress.ts'
import type { MoveTarget } from './move-target.store.ts'
import { recordingPages, recordingsOf, type SourceFiles } from './source-recordings.ts'

const AT_ONCE = 12

export interface VerifyMediaDeps {
  readonly source: SqliteSource
  readonly files: SourceFiles
  readonly connection: BucketConnection
  /** `null`: rows of no target say where a file lies. */
  readonly target: MoveTarget | null
  readonly faults: FileFaults
  readonly progress: MoveProgress
  readonly signal: AbortSignal
}

type Bucket = Awaited<ReturnType<typeof openBucket>>

/** How many are in the bucket as they are on disk; the others are in `faults`. */
export async function verifyMedia(deps: VerifyMediaDeps): Promise<number> {
  const { source, connection, target, faults, progress, signal } = deps
  const bucket = await openBucket(connection)
  let same = 0
  progress.begin('Comparing files', { count: source.count(recordingsOf(source)), done: 0, noun: 'files' })
  try {
    for (const page of recordingPages(source)) {
      const paths = target === null ? null : await target.pathsOf(page)
      const pairs = page.map((segment, at) => ({ segment, path: paths?.[at] ?? segment.path }))
      await atOnce(AT_ONCE, pairs, async ({ segment, path }) => {
        signal.throwIfAborted()
        const fault = await faultOf(deps, bucket, segment, path, target !== null)
        if (fault === null) same += 1
        else faults.add(segment.path, fault)
        progress.add(1, fault === null ? segment.bytes : 0)
      })
    }
  } finally {
    bucket.close()
  }
  progress.end()
  return same
}

async function faultOf(
  { files }: VerifyMediaDeps,
  bucket: Bucket,
  segment: Segment,
  path: string,
  hasRow: boolean,
): Promise<string | null> {
  const label = segmentLabel(segment)
  // It was in a bucket before the move, and has no local file.
  if (isInBucket(segment.path)) {
    const object = await bucket.size(splitSlot(segment.path).below)
    return object === null ? 'its row names a bucket, and it is not in this one' : null
  }
  if (hasRow && !isInBucket(path)) {
    const found = await files.find(segment.path)
    return found.isThere ? 'it was not uploaded' : found.reason
  }
  const names = hasRow ? [splitSlot(path).below] : namesInBucket(segment.path)
  const found = await files.find(segment.path)
  if (!found.isThere) return found.reason
  for (const name of names) {
    const compared = await bucket.compare({ path: name, file: found.file, label })
    if (compared === 'same') return null
    if (compared === 'taken') continue
    if (compared === 'absent') return 'it is not in the bucket'
    return compared === 'missing' ? 'it is missing' : 'the object is not what is on disk'
  }
  return 'another file is in its place in the bucket'
}
