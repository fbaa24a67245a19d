// Belongs here: when the client library of S3 is loaded: a server without a bucket does without it.
import type { BucketConnection, BucketObject } from './bucket.types.ts'
import type { MediaFile } from './media-store.types.ts'
import type { S3Bucket } from './s3-bucket.ts'

const opened = new Map<string, Promise<S3Bucket>>()

export async function openBucket(connection: BucketConnection): Promise<S3Bucket> {
  const { S3Bucket } = await import('./s3-bucket.ts')
  return new S3Bucket(connection)
}

/** Opens an object by its location alone, on a worker thread; `null` when it is missing. One client a bucket, until `closeBucketsOfThread`. */
export async function openObjectOnThread({ path, connection }: BucketObject): Promise<MediaFile | null> {
  const name = JSON.stringify(connection)
  const bucket = opened.get(name) ?? openBucket(connection)
  opened.set(name, bucket)
  return await (await bucket).open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

export async function closeBucketsOfThread(): Promise<void> {
  const buckets = [...opened.values()]
  opened.clear()
  for (const bucket of buckets) (await bucket).close()
}
