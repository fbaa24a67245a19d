// Belongs here: packages as files. Does not: what is in them.
import { type FileHandle, mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteSink } from '@fleetglass/evidence'
import { syncPath } from '../../platform/files/index.ts'

const PIECE_BYTES = 256 * 1024
const UNFINISHED = '.part'
/** What is left free beside a package: the database and recordings grow meanwhile. */
const FREE_BYTES = 1024 ** 3

/** A package that is being written; one of `keep` and `discard` ends it. */
export interface UnfinishedPackage {
  readonly sink: ByteSink
  /** The file is there under its name, with all its bytes, also after a power cut. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export class PackageFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Removes what a killed server left half written. */
  async open(): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 })
    const left = (await readdir(this.#path)).filter((name) => name.endsWith(UNFINISHED))
    await Promise.all(left.map((name) => rm(join(this.#path, name), { force: true })))
  }

  async hasRoomFor(bytes: number): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#path)
    return bavail * bsize >= bytes + FREE_BYTES
  }

  async begin(id: string): Promise<UnfinishedPackage> {
    const part = this.#file(id) + UNFINISHED
    const handle = await open(part, 'w', 0o600)
    return {
      sink: { write: (bytes, at) => writeAll(handle, bytes, at) },
      keep: async () => {
        await handle.sync().finally(() => handle.close())
        await rename(part, this.#file(id))
        await syncPath(this.#path)
      },
      discard: async () => {
        await handle.close()
        await rm(part, { force: true })
      },
    }
  }

  /** `null` when the file is not there. */
  async read(id: string): Promise<{ readonly byteLength: number; readonly handle: FileHandle } | null> {
    try {
      const handle = await open(this.#file(id))
      return { byteLength: (await handle.stat()).size, handle }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /** Of the packages that are there. */
  async ids(): Promise<string[]> {
    return (await readdir(this.#path))
      .filter((name) => name.endsWith('.zip'))
      .map((name) => name.slice(0, -'.zip'.length))
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true })
  }

  #file(id: string): string {
    return join(this.#path, `${id}.zip`)
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  }
}

/** Bytes `[start, end)` of a file, piece by piece. */
export async function* piecesOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const piece = new Uint8Array(Math.min(PIECE_BYTES, end - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new Error('the evidence package is shorter than it was')
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}
