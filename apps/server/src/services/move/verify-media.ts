// Belongs here: whether each file of a recording is in the bucket as it is on disk. Does not: rows (verify-rows.ts).
import type { SqliteSource } from '../../platform/database/index.ts'
import { type BucketConnection, isInBucket, openBucket, splitSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { namesInBucket } from '../media-uploads/index.ts'
import { segmentLabel } from '../recordings/index.ts'
import { atOnce } from './at-once.ts'
import type { FileFaults } from './file-faults.ts'
import { LeftCopies } from './left-copies.ts'
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
  /** Only compares: no row is changed. */
  readonly isVerifying: boolean
  readonly faults: FileFaults
  readonly progress: MoveProgress
  readonly signal: AbortSignal
}

type Bucket = Awaited<ReturnType<typeof openBucket>>

export interface MediaComparison {
  /** In the bucket as they are on disk; the others are in `faults`. */
  readonly same: number
  /** Those of the others whose rows name the disk again, so that they are sent again and their files stay. */
  readonly backOnDisk: number
}

/** A file that is not in the bucket as it is on disk. */
interface Fault {
  readonly reason: string
  /** Its row names the bucket, and what is on disk may be the only whole file. */
  readonly isOnlyOnDisk: boolean
}

export async function verifyMedia(deps: VerifyMediaDeps): Promise<MediaComparison> {
  const { source, connection, target, faults, progress, signal } = deps
  const bucket = await openBucket(connection)
  const copies = new LeftCopies(source)
  let [same, backOnDisk] = [0, 0]
  progress.begin('Comparing files', { count: source.count(recordingsOf(source)), done: 0, noun: 'files' })
  try {
    for (const page of recordingPages(source)) {
      const paths = target === null ? null : await target.pathsOf(page)
      const pairs = page.map((segment, at) => ({ segment, path: paths?.[at] ?? segment.path }))
      await atOnce(AT_ONCE, pairs, async ({ segment, path }) => {
        signal.throwIfAborted()
        const fault = await faultOf(deps, bucket, segment, path)
        progress.add(1, fault === null ? segment.bytes : 0)
        if (fault === null) {
          same += 1
          return
        }
        faults.add(segment.path, fault.reason)
        if (target === null || deps.isVerifying || !fault.isOnlyOnDisk) return
        await target.backOnDisk(segment, copies.isOfSource(segment.path) ? 'stays' : 'goes')
        backOnDisk += 1
      })
    }
  } finally {
    bucket.close()
  }
  progress.end()
  return { same, backOnDisk }
}

async function faultOf(
  { files, target }: VerifyMediaDeps,
  bucket: Bucket,
  segment: Segment,
  path: string,
): Promise<Fault | null> {
  // It was in a bucket before the move, and has no local file.
  if (isInBucket(segment.path)) return await faultInBucket(bucket, segment)
  const found = await files.find(segment.path)
  if (!found.isThere) return ofBucket(found.reason)
  const hasRow = target !== null
  if (hasRow && !isInBucket(path)) return ofBucket('it was not uploaded')
  const label = segmentLabel(segment)
  const names = hasRow ? [splitSlot(path).below] : namesInBucket(segment.path)
  for (const name of names) {
    const compared = await bucket.compare({ path: name, file: found.file, label })
    if (compared === 'same') return null
    if (compared === 'taken') continue
    if (compared === 'absent') return ofDisk('it is not in the bucket')
    if (compared === 'missing') return ofBucket('it is missing')
    const isDamagedOnDisk = found.bytes !== segment.bytes && (await bucket.size(name)) === segment.bytes
    return { reason: 'the object is not what is on disk', isOnlyOnDisk: !isDamagedOnDisk }
  }
  return ofDisk('another file is in its place in the bucket')
}

async function faultInBucket(bucket: Bucket, segment: Segment): Promise<Fault | null> {
  const object = await bucket.open(splitSlot(segment.path).below).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (object === null) return ofBucket('its row names a bucket, and it is not in this one')
  if (object.label === segmentLabel(segment)) return null
  return ofBucket('its row names a bucket, and in this one another file has its name')
}

const ofBucket = (reason: string): Fault => ({ reason, isOnlyOnDisk: false })
const ofDisk = (reason: string): Fault => ({ reason, isOnlyOnDisk: true })
