// Belongs here: files in a folder of this machine. Does not: what they are called (ports/recordings), what is in them.
import { closeSync, constants, openSync, readSync } from 'node:fs'
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  stat,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LocalFile, MediaFile, MediaLocation, MediaStore } from './media-store.types.ts'

const MAX_SET_ASIDE = 9_999
/** Folders above a file that go with it when they are empty: channel and day. That of the device stays. */
const FOLDERS_OF_A_FILE = 2

/** The folder is made when it is missing. */
export async function openMediaFolder(root: string): Promise<MediaFolder> {
  await mkdir(root, { recursive: true })
  return new MediaFolder(root)
}

/** A media store in a folder. Files that are being written, or that a crash left, need more than the store offers. */
export class MediaFolder implements MediaStore {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  get location(): MediaLocation {
    return { folder: this.root }
  }

  describe(path: string): string {
    return this.absolute(path)
  }

  absolute(path: string): string {
    return join(this.root, path)
  }

  /** A file that was written where it belongs is stored already: nothing is copied. */
  async put(path: string, content: Uint8Array | LocalFile): Promise<void> {
    const target = this.absolute(path)
    if ('file' in content) {
      if (content.file === target) return
      await this.makeFolderOf(path)
      await rename(content.file, target)
    } else {
      await this.makeFolderOf(path)
      await writeFile(target, content)
    }
    await this.syncFoldersOf(path)
  }

  async open(path: string): Promise<MediaFile> {
    // A named pipe would keep the thread that opens it.
    return mediaFileOf(await open(this.absolute(path), constants.O_RDONLY | constants.O_NONBLOCK))
  }

  async list(path: string): Promise<string[]> {
    const names = await readdir(this.absolute(path)).catch((error: NodeJS.ErrnoException) => {
      // A folder in it may go at any time; where the media folder itself is gone nothing is known of the files.
      if (path !== '' && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
      throw error
    })
    return names.sort()
  }

  async size(path: string): Promise<number | null> {
    return await stat(this.absolute(path)).then(
      ({ size }) => size,
      (error: NodeJS.ErrnoException) => (isMissing(error) ? null : Promise.reject(error)),
    )
  }

  /** Removes the folders that it leaves empty, too. */
  async delete(path: string): Promise<boolean> {
    const existed = await unlink(this.absolute(path)).then(
      () => true,
      (error: NodeJS.ErrnoException) => (isMissing(error) ? false : Promise.reject(error)),
    )
    let folder = path
    for (let above = 0; above < FOLDERS_OF_A_FILE; above++) {
      folder = dirname(folder)
      if (folder === '.') break
      const isRemoved = await rmdir(this.absolute(folder)).then(() => true, isNotEmpty)
      if (!isRemoved) break
    }
    return existed
  }

  async makeFolderOf(path: string): Promise<void> {
    await mkdir(dirname(this.absolute(path)), { recursive: true })
  }

  /** Makes a file's name, and the folders it lies in, safe from a power cut. */
  async syncFoldersOf(path: string): Promise<void> {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const handle = await open(this.absolute(folder))
      await handle.sync().finally(() => handle.close())
      if (folder === '.') return
    }
  }

  /** Cuts off what lies behind a place. */
  truncate(path: string, bytes: number): Promise<void> {
    return truncate(this.absolute(path), bytes)
  }

  /** Gives a file a name under which it is no recording any more, without taking one that exists; resolves with it. */
  async setAside(path: string): Promise<string> {
    for (let n = 1; n <= MAX_SET_ASIDE; n++) {
      const aside = `${path}.damaged${n === 1 ? '' : `-${n}`}`
      const isTaken = await access(this.absolute(aside)).then(
        () => true,
        (error: NodeJS.ErrnoException) => (isMissing(error) ? false : Promise.reject(error)),
      )
      if (isTaken) continue
      await rename(this.absolute(path), this.absolute(aside))
      return aside
    }
    throw new Error(`${path} was set aside ${MAX_SET_ASIDE} times already`)
  }
}

export function mediaFileOf(handle: FileHandle): MediaFile {
  return {
    async read(position, length) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await handle.read(bytes, 0, length, position)
      return bytes.subarray(0, bytesRead)
    },
    async size() {
      const found = await handle.stat()
      if (!found.isFile()) throw new Error('it is no file')
      return found.size
    },
    close: () => handle.close(),
  }
}

export interface ThreadFile {
  read(position: number, length: number): Uint8Array
  close(): void
}

/** Opens a file on a thread that may wait for the disk; `null` when it is missing. */
export function openMediaOnThread({ folder }: MediaLocation, path: string): ThreadFile | null {
  let file: number
  try {
    file = openSync(join(folder, path), 'r')
  } catch (error) {
    if (isMissing(error as NodeJS.ErrnoException)) return null
    throw error
  }
  return {
    read(position, length) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, position))
    },
    close: () => closeSync(file),
  }
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT'
}

function isNotEmpty(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOTEMPTY' || error.code === 'ENOENT' || error.code === 'EEXIST') return false
  throw error
}
