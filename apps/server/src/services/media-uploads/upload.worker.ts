// Hashes, sends and verifies files: the loop that moves media must not wait for that.
import { workerData } from 'node:worker_threads'
import { type BucketConnection, type ObjectUpload, openBucket } from '../../platform/media-store/index.ts'
import { serveCalls } from '../../platform/worker/index.ts'

serveCalls<ObjectUpload | 'stop'>(() => {
  const opening = openBucket(workerData as BucketConnection)
  return async (request) => {
    const bucket = await opening
    if (request !== 'stop') return await bucket.upload(request)
    // Requests under way end with an error.
    bucket.close()
    return null
  }
})
