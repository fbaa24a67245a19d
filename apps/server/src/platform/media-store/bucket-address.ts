// Belongs here: which bucket the settings name. Does not: using it (s3-bucket.ts).
import type { ServerConfig } from '../config/index.ts'
import { StartError } from '../errors/index.ts'
import type { BucketConnection } from './bucket.types.ts'

type BucketConfig = Pick<
  ServerConfig,
  'mediaStore' | 's3Endpoint' | 's3Region' | 's3PathStyle' | 's3AccessKey' | 's3SecretKey'
>

/** `null`: recordings stay in the folder. Throws `StartError` without credentials. */
export function bucketConnection(config: BucketConfig): BucketConnection | null {
  if (config.mediaStore === '') return null
  if (config.s3AccessKey === '' || config.s3SecretKey === '') {
    throw new StartError(
      'mediaStore names a bucket, and there are no credentials for it. Set FLEETGLASS_S3_ACCESS_KEY and FLEETGLASS_S3_SECRET_KEY, or s3AccessKey and s3SecretKey in the file of --config.',
    )
  }
  const [bucket = '', ...folders] = config.mediaStore.slice('s3://'.length).split('/')
  const prefix = folders.filter((folder) => folder !== '').join('/')
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    pathStyle: config.s3PathStyle,
    accessKey: config.s3AccessKey,
    secretKey: config.s3SecretKey,
  }
}
