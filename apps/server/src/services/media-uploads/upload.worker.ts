// Hashes, sends and verifies files: the loop that moves media must not wait for that.
import { type BucketConnection, type ObjectUpload, openBucket } from '../../platform/media-store/index.ts'
import { serveCalls } from '../../platform/worker/index.ts'

serveCalls<BucketConnection, ObjectUpload | 'stop'>((connection) => {
  const opening = openBucket(connection)
  return {
    async handle(request) {
      const bucket = await opening
      if (request !== 'stop') return await bucket.upload(request)
      // Requests under way end with an error.
      bucket.close()
      return null
    },
  }
})
