// Belongs here: the bytes of automatic uploads on disk. Does not: whose they are and what they are called (auto-uploads.ts).
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolders, syncPath, writeSynced } from '../../platform/files/index.ts'
import type { AutoUploadContent, OpenAutoUpload } from './auto-uploads.types.ts'

/** SET-052: the folder whose size is limited by `autouploadsize`. */
export const AUTO_UPLOAD_FOLDER = 'auto-upload'
/** Uploads that are not complete, a folder for each device. */
const PARTIAL_FOLDER = 'auto-upload-partial'
/** Files that no device resumes, while they are written; what a kill leaves there is removed at the next start. */
const NEW_FOLDER = 'auto-upload-new'
/** The names that are given here. */
const OUR_NAME = /^[0-9a-f-]{36}(\.[a-z0-9]{1,16})?$/
const READ_BYTES = 256 * 1024

/** What a content is known by. */
export interface Digest {
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
  /** Of its first `prefixBytes`; `null`: it is not longer than that, or was not asked for. */
  readonly prefixSha256: string | null
}

export interface AutoUploadFolder {
  partialFolder(deviceId: string): string
  incomingFolder(deviceId: string): string
  /** On this machine, of a path below the data folder. */
  locate(path: string): string
  digest(content: AutoUploadContent, prefixBytes: number | null): Promise<Digest>
  /** Resolves with the path below the data folder when the file is on the disk under it. */
  take(deviceId: string, ext: string, content: AutoUploadContent): Promise<string>
  open(path: string): Promise<OpenAutoUpload | null>
  remove(path: string): Promise<void>
  /** Uploads that are not complete and got nothing since that time are removed. */
  removePartialBefore(beforeMs: number): Promise<void>
  /** Paths of stored files that were written before that time, folder by folder. */
  paths(beforeMs: number): AsyncGenerator<readonly string[]>
}

export async function openAutoUploadFolder(dataFolder: string): Promise<AutoUploadFolder> {
  const incoming = join(dataFolder, NEW_FOLDER)
  await rm(incoming, { recursive: true, force: true })
  const locate = (path: string): string => join(dataFolder, path)
  return {
    partialFolder: (deviceId) => join(dataFolder, PARTIAL_FOLDER, deviceId),
    incomingFolder: (deviceId) => join(incoming, deviceId),
    locate,
    digest: digestOf,
    async take(deviceId, ext, content) {
      const path = `${AUTO_UPLOAD_FOLDER}/${deviceId}/${randomUUID()}${ext === '' ? '' : `.${ext}`}`
      const target = locate(path)
      await mkdir(dirname(target), { recursive: true })
      if (content instanceof Uint8Array) {
        await mkdir(incoming, { recursive: true })
        const half = join(incoming, randomUUID())
        try {
          await writeSynced(half, [content])
          await rename(half, target)
        } catch (error) {
          await rm(half, { force: true })
          throw error
        }
      } else {
        await syncPath(content.file)
        await rename(content.file, target)
      }
      await syncFolders(dirname(target), dataFolder)
      return path
    },
    async open(path) {
      const place = locate(path)
      const found = await stat(place).catch(nullIfMissing)
      if (found === null || !found.isFile()) return null
      return {
        byteLength: found.size,
        tag: `"${found.size}-${Math.round(found.mtimeMs)}"`,
        // `end` of a stream is included, and an empty range cannot be said.
        read: (start, end) => (end > start ? createReadStream(place, { start, end: end - 1 }) : nothing()),
      }
    },
    remove: (path) => rm(locate(path), { force: true }),
    async removePartialBefore(beforeMs) {
      for (const folder of await namesIn(locate(PARTIAL_FOLDER))) {
        for (const name of await namesIn(locate(join(PARTIAL_FOLDER, folder)))) {
          const file = locate(join(PARTIAL_FOLDER, folder, name))
          const found = await stat(file).catch(nullIfMissing)
          if (found !== null && found.mtimeMs < beforeMs) await rm(file, { force: true })
        }
      }
    },
    async *paths(beforeMs) {
      for (const device of await namesIn(locate(AUTO_UPLOAD_FOLDER))) {
        const paths: string[] = []
        for (const name of await namesIn(locate(join(AUTO_UPLOAD_FOLDER, device)))) {
          const path = `${AUTO_UPLOAD_FOLDER}/${device}/${name}`
          const found = OUR_NAME.test(name) ? await stat(locate(path)).catch(nullIfMissing) : null
          if (found !== null && found.ctimeMs < beforeMs) paths.push(path)
        }
        yield paths
      }
    },
  }
}

async function digestOf(content: AutoUploadContent, prefixBytes: number | null): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  let prefixSha256: string | null = prefixBytes === 0 ? createHash('sha256').digest('hex') : null
  const pieces =
    content instanceof Uint8Array ? [content] : createReadStream(content.file, { highWaterMark: READ_BYTES })
  for await (const piece of pieces as AsyncIterable<Uint8Array>) {
    const left = prefixBytes === null ? 0 : prefixBytes - bytes
    if (left > 0 && left <= piece.length) prefixSha256 = hash.copy().update(piece.subarray(0, left)).digest('hex')
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex'), prefixSha256: bytes > (prefixBytes ?? 0) ? prefixSha256 : null }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/** A name that is no folder has nothing in it. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
