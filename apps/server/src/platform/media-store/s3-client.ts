// Belongs here: requests to an S3-compatible store by its client library. Does not: files (s3-bucket.ts), what a failure means (bucket-problem.ts).
import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConnection } from './bucket.types.ts'

const CONNECT_MS = 3_000
/** A connection on which nothing comes for so long is given up. */
const SILENT_MS = 20_000
/** Of requests that can be sent again as they are; uploads have their own. */
const ATTEMPTS = 2

const silently = (): void => undefined
const SILENT = { trace: silently, debug: silently, info: silently, warn: silently, error: silently }

export function createClient({ endpoint, region, pathStyle, accessKey, secretKey }: BucketConnection): S3Client {
  const client = new S3Client({
    ...(endpoint !== '' && { endpoint }),
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: ATTEMPTS,
    // What fails is reported by its caller, once.
    logger: SILENT,
    // Checksums in trailers are newer than many stores; the headers that are set here are known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { headers: Record<string, string>; body?: unknown; path: string }
      const { headers, body, path } = request
      // No key ends with a slash, and some stores do not count the one behind a bucket when they verify the signature.
      if (path.length > 1 && path.endsWith('/')) request.path = path.slice(0, -1)
      // Signed with the rest, so that each store finds what was changed on its way.
      const sha256 = headers['x-amz-checksum-sha256']
      if (sha256 !== undefined) headers['x-amz-content-sha256'] = Buffer.from(sha256, 'base64').toString('hex')
      // Deleting many needs it in stores that know no newer checksum.
      if (typeof body === 'string' && body !== '') headers['content-md5'] = md5Base64(body)
      return await next(args)
    },
    { step: 'build', name: 'forManyStores', priority: 'low' },
  )
  return client
}

function md5Base64(text: string): string {
  return createHash('md5').update(text).digest('base64')
}
