import { mkdir } from 'node:fs/promises'
import {
  BucketHealth,
  bucketConnection,
  type MediaFolder,
  type MediaSlots,
  MediaWithBucket,
  openBucket,
  openMediaFolder,
} from '../platform/media-store/index.ts'
import { MediaUploads } from '../services/media-uploads/index.ts'
import { keepEverything } from '../services/retention/index.ts'
import type { Platform } from './platform.ts'

interface Media {
  readonly media: MediaFolder
  /** `null`: recordings stay in the folder. */
  readonly mediaUploads: MediaUploads | null
}

/** The folder of recordings, with the bucket that closed ones move to where one is set. */
export async function openMedia(platform: Platform, slots: MediaSlots): Promise<Media> {
  const { config, clock, log, threads, metrics, database, folder, options } = platform
  const connection = bucketConnection(config)
  if (connection === null) return { media: await openMediaFolder(folder.mediaFolder, slots), mediaUploads: null }
  await mkdir(folder.mediaFolder, { recursive: true })
  const files = await openBucket(connection)
  const health = new BucketHealth(log.child({ part: 'media store' }), files.describe(''))
  const bucket = { files, connection, health }
  const media = new MediaWithBucket(folder.mediaFolder, slots, bucket)
  const mediaUploads = new MediaUploads({
    clock,
    log,
    threads,
    metrics,
    database,
    media,
    bucket,
    take: options.takeBucket,
    beforeTake: () => keepEverything(media, clock.nowMs()),
  })
  return { media, mediaUploads }
}
