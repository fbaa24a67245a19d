// Belongs here: files as objects of an S3-compatible bucket. Does not: which files lie there (services/media-uploads), how a folder
// and a bucket go together (media-with-bucket.ts).
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { BLOCK_BYTES, BlockCache } from './block-cache.ts'
import type { BucketConnection, ObjectComparison, ObjectText, ObjectUpload, UploadOutcome } from './bucket.types.ts'
import { BucketError, bucketErrorOf, isConflict, isNoObject, isUnknownRequest } from './bucket-problem.ts'
import type { LocalFile, MediaFile, MediaLocation, MediaStore } from './media-store.types.ts'
import { createClient } from './s3-client.ts'

/** Name of the user metadata that a label is stored in. */
const LABEL = 'fleetglass'
/** Says whose place in the bucket this is (services/media-uploads/bucket-claim.ts); no recording. */
const MARK = 'fleetglass-site.json'
/** Keys a request, as S3 bounds it. */
const MOST_KEYS = 1_000
/** Blocks of one read that are requested at a time. */
const BLOCKS_AT_ONCE = 4

/** What a body is to be like when it has arrived. */
interface Digest {
  readonly bytes: number
  readonly md5: Buffer
  readonly sha256: Buffer
}

type Body = Uint8Array | LocalFile

/** Rejects with `BucketError` when the store does not do what it is requested to. */
export class S3Bucket implements MediaStore {
  readonly #connection: BucketConnection
  readonly #client: S3Client
  readonly #blocks = new BlockCache()

  constructor(connection: BucketConnection) {
    this.#connection = connection
    this.#client = createClient(connection)
  }

  close(): void {
    this.#client.destroy()
  }

  /** Resolves when the store answers these credentials. */
  async check(): Promise<void> {
    const { prefix: Prefix } = this.#connection
    await this.#asked(this.#client.send(new ListObjectsV2Command({ ...this.#bucket, Prefix, MaxKeys: 1 })))
  }

  /** Whether nothing lies below the prefix. */
  async isEmpty(): Promise<boolean> {
    const { prefix: Prefix } = this.#connection
    const command = new ListObjectsV2Command({ ...this.#bucket, Prefix, MaxKeys: 2 })
    const { Contents = [], IsTruncated } = await this.#asked(this.#client.send(command))
    // A folder that was made by hand is an object whose name is the prefix itself.
    return IsTruncated !== true && Contents.every(({ Key }) => Key === Prefix)
  }

  async readMark(): Promise<ObjectText | null> {
    const command = new GetObjectCommand({ ...this.#bucket, Key: this.#key(MARK) })
    const found = await this.#client.send(command).catch((error: unknown) => {
      if (isNoObject(error)) return null
      throw bucketErrorOf(error)
    })
    if (found === null) return null
    // Ours has some hundred bytes.
    if (found.Body === undefined || (found.ContentLength ?? 0) > BLOCK_BYTES)
      return { text: '', etag: found.ETag ?? '' }
    return { text: await this.#asked(found.Body.transformToString()), etag: found.ETag ?? '' }
  }

  /** Replaces one version of the mark; `null`: there must be none. `false`: another one was there first, and nothing was done. */
  async writeMark(text: string, etag: string | null): Promise<boolean> {
    const mark = { ...this.#bucket, Key: this.#key(MARK), Body: text, ContentType: 'application/json' }
    const condition = etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag }
    try {
      await this.#client.send(new PutObjectCommand({ ...mark, ...condition })).catch(async (error: unknown) => {
        // A store without conditional writes: the mark is read again after it was written.
        if (!isUnknownRequest(error)) throw error
        await this.#client.send(new PutObjectCommand(mark))
      })
    } catch (error) {
      // It may be ours: an answer was lost, and the client sent it again.
      if (!isConflict(error)) throw bucketErrorOf(error)
    }
    return (await this.readMark())?.text === text
  }

  locate(path: string): MediaLocation {
    return { object: { path, connection: this.#connection } }
  }

  slots(): readonly string[] {
    return ['']
  }

  describe(path: string): string {
    const { bucket, prefix } = this.#connection
    return `s3://${bucket}/${prefix}${path}`
  }

  async put(path: string, content: Body): Promise<void> {
    await this.#store(path, content, await digestOf(content), '')
    if ('file' in content) await unlink(content.file)
  }

  /** Copies a file of this machine and verifies the copy. What is there already as a whole is not sent again. */
  async upload({ path, file, label, replacesUnlabelled }: ObjectUpload): Promise<UploadOutcome> {
    const digest = await digestOf({ file }).catch(nullIfMissing)
    if (digest === null) return 'missing'
    const there = await this.#head(path)
    if (there !== null && labelOf(there) !== label && !(replacesUnlabelled && labelOf(there) === '')) return 'taken'
    if (there !== null && (await this.#isWhole(path, there, digest))) return 'found'
    await this.#store(path, { file }, digest, label)
    return 'stored'
  }

  /** Compares a file of this machine with the object of it. */
  async compare({ path, file, label }: Omit<ObjectUpload, 'replacesUnlabelled'>): Promise<ObjectComparison> {
    const there = await this.#head(path)
    if (there === null) return 'absent'
    if (labelOf(there) !== label) return 'taken'
    const digest = await digestOf({ file }).catch(nullIfMissing)
    if (digest === null) return 'missing'
    return (await this.#isWhole(path, there, digest)) ? 'same' : 'different'
  }

  async open(path: string): Promise<MediaFile> {
    const head = await this.#head(path)
    if (head === null) throw Object.assign(new Error(`there is no ${this.describe(path)}`), { code: 'ENOENT' })
    const size = head.ContentLength ?? 0
    return {
      label: labelOf(head),
      read: (position, length) => this.#read(path, head.ETag ?? '', position, Math.min(length, size - position)),
      size: async () => size,
      close: async () => undefined,
    }
  }

  async list(path: string): Promise<string[]> {
    const names = new Set<string>()
    const Prefix = this.#key(path === '' ? '' : `${path}/`)
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await this.#asked(
        this.#client.send(new ListObjectsV2Command({ ...this.#bucket, Prefix, Delimiter: '/', ContinuationToken })),
      )
      for (const { Prefix: folder = '' } of page.CommonPrefixes ?? []) names.add(folder.slice(Prefix.length, -1))
      for (const { Key = '' } of page.Contents ?? []) names.add(Key.slice(Prefix.length))
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
      if (ContinuationToken === undefined) break
    }
    // A folder that was made by hand is an object whose name is the prefix itself.
    names.delete('')
    if (path === '') names.delete(MARK)
    return [...names].sort()
  }

  async size(path: string): Promise<number | null> {
    return (await this.#head(path))?.ContentLength ?? null
  }

  async delete(path: string): Promise<boolean> {
    if ((await this.#head(path)) === null) return false
    await this.#asked(this.#client.send(new DeleteObjectCommand({ ...this.#bucket, Key: this.#key(path) })))
    return true
  }

  async deleteAll(paths: readonly string[], onGone: (path: string) => void): Promise<void> {
    for (let at = 0; at < paths.length; at += MOST_KEYS) {
      const some = paths.slice(at, at + MOST_KEYS)
      const Objects = some.map((path) => ({ Key: this.#key(path) }))
      const { Errors = [] } = await this.#asked(
        this.#client.send(new DeleteObjectsCommand({ ...this.#bucket, Delete: { Objects, Quiet: true } })),
      )
      const left = new Set(Errors.map(({ Key }) => Key))
      for (const path of some) if (!left.has(this.#key(path))) onGone(path)
      const [first] = Errors
      if (first !== undefined) throw bucketErrorOf({ name: first.Code ?? 'Error', $metadata: { httpStatusCode: 200 } })
    }
  }

  get #bucket(): { readonly Bucket: string } {
    return { Bucket: this.#connection.bucket }
  }

  #key(path: string): string {
    return `${this.#connection.prefix}${path}`
  }

  async #asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return await answer.catch((error: unknown) => {
      throw bucketErrorOf(error)
    })
  }

  async #head(path: string): Promise<HeadObjectCommandOutput | null> {
    const command = new HeadObjectCommand({ ...this.#bucket, Key: this.#key(path), ChecksumMode: 'ENABLED' })
    return await this.#client.send(command).catch((error: unknown) => {
      if (isNoObject(error)) return null
      throw bucketErrorOf(error)
    })
  }

  async #store(path: string, content: Body, digest: Digest, label: string): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#bucket,
      Key: this.#key(path),
      Body: 'file' in content ? createReadStream(content.file) : content,
      ContentLength: digest.bytes,
      ContentType: 'video/mp4',
      ContentMD5: digest.md5.toString('base64'),
      ChecksumSHA256: digest.sha256.toString('base64'),
      Metadata: { [LABEL]: label },
    })
    await this.#asked(this.#client.send(command))
    const there = await this.#head(path)
    if (there === null || !(await this.#isWhole(path, there, digest))) {
      throw new BucketError('bucket-damaged', `${this.describe(path)} is not what was sent`)
    }
  }

  /** By the checksum that the store has; where it has none of the file as a whole, by what it returns. */
  async #isWhole(path: string, head: HeadObjectCommandOutput, digest: Digest): Promise<boolean> {
    if (head.ContentLength !== digest.bytes) return false
    const etag = /^"?([0-9a-f]{32})"?$/.exec(head.ETag ?? '')?.[1]
    // With keys of the customer it is the MD5 of something else.
    const isMd5 = etag !== undefined && head.ServerSideEncryption !== 'aws:kms' && !head.SSECustomerAlgorithm
    if (isMd5) return etag === digest.md5.toString('hex')
    if (head.ChecksumSHA256 !== undefined) return head.ChecksumSHA256 === digest.sha256.toString('base64')
    const hash = createHash('sha256')
    for (let at = 0; at < digest.bytes; at += BLOCK_BYTES) {
      hash.update(await this.#request(path, at, Math.min(BLOCK_BYTES, digest.bytes - at)))
    }
    return hash.digest().equals(digest.sha256)
  }

  async #read(path: string, etag: string, position: number, length: number): Promise<Uint8Array> {
    if (length <= 0) return new Uint8Array(0)
    const [first, last] = [Math.floor(position / BLOCK_BYTES), Math.floor((position + length - 1) / BLOCK_BYTES)]
    const target = Buffer.allocUnsafe(length)
    let filled = 0
    for (let block = first; block <= last; block += BLOCKS_AT_ONCE) {
      const some = Array.from({ length: Math.min(BLOCKS_AT_ONCE, last - block + 1) }, (_, n) => block + n)
      const loaded = await Promise.all(some.map((number) => this.#block(path, etag, number)))
      for (const [n, bytes] of loaded.entries()) {
        const begins = (block + n) * BLOCK_BYTES
        const from = Math.max(0, position - begins)
        const part = bytes.subarray(from, Math.min(BLOCK_BYTES, position + length - begins))
        target.set(part, begins + from - position)
        filled += part.length
      }
    }
    // Another program replaced the object by a shorter one.
    if (filled !== length) throw new BucketError('bucket-damaged', `${this.describe(path)} changed while it was read`)
    return target
  }

  /** The last one is shorter. */
  #block(path: string, etag: string, number: number): Promise<Uint8Array> {
    return this.#blocks.get(`${number} ${etag} ${path}`, () => this.#request(path, number * BLOCK_BYTES, BLOCK_BYTES))
  }

  /** Fewer bytes where the object ends. */
  async #request(path: string, position: number, length: number): Promise<Uint8Array> {
    const Range = `bytes=${position}-${position + length - 1}`
    const command = new GetObjectCommand({ ...this.#bucket, Key: this.#key(path), Range })
    const { Body, ContentLength } = await this.#client.send(command).catch((error: unknown) => {
      if (!isNoObject(error)) throw bucketErrorOf(error)
      throw Object.assign(new Error(`there is no ${this.describe(path)}`), { code: 'ENOENT' })
    })
    if (Body === undefined) throw new BucketError('bucket-failing', 'an answer without a body')
    const bytes = await this.#asked(Body.transformToByteArray())
    if (bytes.length !== ContentLength || bytes.length > length) {
      throw new BucketError('bucket-damaged', `a range of ${this.describe(path)} came with another length`)
    }
    return bytes
  }
}

function labelOf({ Metadata }: HeadObjectCommandOutput): string {
  return Metadata?.[LABEL] ?? ''
}

/** Rejects with `ENOENT` when there is no such file. */
async function digestOf(content: Body): Promise<Digest> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let bytes = 0
  const take = (piece: Uint8Array): void => {
    md5.update(piece)
    sha256.update(piece)
    bytes += piece.length
  }
  if ('file' in content) {
    if (!(await stat(content.file)).isFile()) throw new Error(`${content.file} is no file`)
    for await (const piece of createReadStream(content.file)) take(piece as Buffer)
  } else take(content)
  return { bytes, md5: md5.digest(), sha256: sha256.digest() }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
