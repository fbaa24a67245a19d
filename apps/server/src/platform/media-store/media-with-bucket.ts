// Belongs here: how a folder and a bucket go together. Does not: what is moved to the bucket, and when (services/media-uploads).
import type { BucketConnection } from './bucket.types.ts'
import type { BucketHealth } from './bucket-health.ts'
import { BucketError } from './bucket-problem.ts'
import { MediaFolder } from './media-folder.ts'
import type { MediaFile, MediaLocation } from './media-store.types.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { onSlot, type SlotFolders, SlotReadOnly, splitSlot } from './slot-path.ts'

/** Stands in paths where a media slot has its UUID, which cannot begin with this sign. */
export const BUCKET_SLOT = '_bucket'

/** The last ones: as long as somebody may still know a file by its former path. */
const MAX_MOVED = 100_000

export interface MediaBucket {
  readonly files: S3Bucket
  readonly connection: BucketConnection
  readonly health: BucketHealth
}

export function isInBucket(path: string): boolean {
  return splitSlot(path).slot === BUCKET_SLOT
}

/** A folder that files are written to, and a bucket that closed ones move to. A path says where a file lies: `@_bucket/…` is in the bucket. */
export class MediaWithBucket extends MediaFolder {
  readonly #bucket: MediaBucket
  /** Where a file went that readers may still know by its former path. */
  readonly #moved = new Map<string, string>()

  constructor(root: string, slots: SlotFolders, bucket: MediaBucket) {
    super(root, slots)
    this.#bucket = bucket
  }

  /** The file was moved to the bucket: its former path leads there as long as this process lives. */
  moved(from: string, to: string): void {
    this.#moved.set(from, to)
    const [oldest] = this.#moved.keys()
    if (this.#moved.size > MAX_MOVED && oldest !== undefined) this.#moved.delete(oldest)
  }

  override isNameTaken(path: string): boolean {
    return this.#moved.has(path)
  }

  override locate(given: string): MediaLocation | null {
    const path = this.#now(given)
    const { connection, health } = this.#bucket
    const object = { path: splitSlot(path).below, connection }
    // What lies in the bucket of another site is not what was recorded here.
    if (isInBucket(path)) return health.isOwn ? { object } : refuse(health)
    const location = super.locate(path)
    return location && health.isOwn ? { ...location, object } : location
  }

  /** Without the bucket while it does not work or may be another site's: nobody concludes that its files are missing, and nothing is deleted from it. */
  override slots(which?: 'writable'): readonly string[] {
    const local = super.slots(which)
    return this.#bucket.health.problem === null ? [...local, BUCKET_SLOT] : local
  }

  override describe(path: string): string {
    return isInBucket(path) ? this.#bucket.files.describe(splitSlot(path).below) : super.describe(path)
  }

  override async open(given: string): Promise<MediaFile> {
    const path = this.#now(given)
    if (isInBucket(path)) return await this.#files.open(splitSlot(path).below)
    return await super.open(path).catch((error: NodeJS.ErrnoException) => {
      // It moved since it was looked for.
      if (error.code === 'ENOENT' && this.#now(given) !== path) return this.open(given)
      throw error
    })
  }

  override async list(path: string): Promise<string[]> {
    return isInBucket(path) ? await this.#ask((files) => files.list(splitSlot(path).below)) : await super.list(path)
  }

  override async size(path: string): Promise<number | null> {
    return isInBucket(path) ? await this.#ask((files) => files.size(splitSlot(path).below)) : await super.size(path)
  }

  override async delete(path: string): Promise<boolean> {
    return isInBucket(path) ? await this.#ask((files) => files.delete(splitSlot(path).below)) : await super.delete(path)
  }

  override async deleteAll(paths: readonly string[], onGone: (path: string) => void): Promise<void> {
    const objects = paths.filter(isInBucket).map((path) => splitSlot(path).below)
    if (objects.length > 0) {
      await this.#ask((files) => files.deleteAll(objects, (below) => onGone(onSlot(BUCKET_SLOT, below))))
    }
    const local = paths.filter((path) => !isInBucket(path))
    await super.deleteAll(local, onGone)
  }

  /** What lies in a bucket is whole. */
  override async truncate(path: string, bytes: number): Promise<void> {
    if (isInBucket(path)) throw new SlotReadOnly(BUCKET_SLOT)
    await super.truncate(path, bytes)
  }

  override async setAside(path: string): Promise<string> {
    if (isInBucket(path)) throw new SlotReadOnly(BUCKET_SLOT)
    return await super.setAside(path)
  }

  #now(path: string): string {
    return this.#moved.get(path) ?? path
  }

  /** At once where the bucket is known not to work: nobody waits for it file by file. */
  get #files(): S3Bucket {
    const { files, health } = this.#bucket
    return health.problem === null ? files : refuse(health)
  }

  async #ask<Answer>(request: (files: S3Bucket) => Promise<Answer>): Promise<Answer> {
    try {
      return await request(this.#files)
    } catch (error) {
      this.#bucket.health.failed(error)
      throw error
    }
  }
}

function refuse({ problem }: BucketHealth): never {
  throw new BucketError(problem ?? 'bucket-unchecked', 'tried again within a minute')
}
