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
import {
  isStillThere,
  NO_SLOTS,
  type SlotFolder,
  type SlotFolders,
  SlotNotThere,
  SlotReadOnly,
  splitSlot,
} from './slot-path.ts'

const MAX_SET_ASIDE = 9_999
/** Folders above a file that go with it when they are empty: channel and day. That of the device stays. */
const FOLDERS_OF_A_FILE = 2

/** The folder is made when it is missing. */
export async function openMediaFolder(root: string, slots?: SlotFolders): Promise<MediaFolder> {
  await mkdir(root, { recursive: true })
  return new MediaFolder(root, slots)
}

/**
 * A media store in a folder, and on media slots beside it. Files that are being written, or that a crash left, need more than the
 * store offers.
 */
export class MediaFolder implements MediaStore {
  readonly root: string
  readonly #slots: SlotFolders

  constructor(root: string, slots: SlotFolders = NO_SLOTS) {
    this.root = root
    this.#slots = slots
  }

  locate(path: string): MediaLocation | null {
    const { slot } = splitSlot(path)
    return slot !== '' && this.#slots.folderOf(slot) === null ? null : { file: this.absolute(path) }
  }

  slots(which?: 'writable'): readonly string[] {
    return ['', ...this.#slots.uuids(which)]
  }

  describe(path: string): string {
    return this.absolute(path)
  }

  /** Throws `SlotNotThere`. */
  absolute(path: string): string {
    const { slot, below } = splitSlot(path)
    if (slot === '') return join(this.root, below)
    return join(this.#slotFolder(slot).path, below)
  }

  /** A file that was written where it belongs is stored already: nothing is copied. */
  async put(path: string, content: Uint8Array | LocalFile): Promise<void> {
    const target = this.#forChange(path)
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
    const isTop = splitSlot(path).below === ''
    const names = await readdir(this.absolute(path)).catch(async (error: NodeJS.ErrnoException) => {
      // A folder in it may go at any time; where the media folder itself is gone nothing is known of the files.
      if (isTop || (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')) throw error
      await this.#checkThere(path)
      return []
    })
    return names.sort()
  }

  async size(path: string): Promise<number | null> {
    return await stat(this.absolute(path)).then(({ size }) => size, this.#ifMissing(path, null))
  }

  /** Removes the folders that it leaves empty, too. Rejects where the slot is read-only or not there: the file may exist. */
  async delete(path: string): Promise<boolean> {
    const existed = await unlink(this.#forChange(path)).then(() => true, this.#ifMissing(path, false))
    let folder = path
    for (let above = 0; above < FOLDERS_OF_A_FILE; above++) {
      folder = dirname(folder)
      if (folder === '.') break
      const isRemoved = await rmdir(this.absolute(folder)).then(() => true, isNotEmpty)
      if (!isRemoved) break
    }
    return existed
  }

  async deleteAll(paths: readonly string[], onGone: (path: string) => void): Promise<void> {
    for (const path of paths) {
      await this.delete(path)
      onGone(path)
    }
  }

  /** Whether a file that readers still know by this name went elsewhere: a new one must not take it. */
  isNameTaken(_path: string): boolean {
    return false
  }

  async makeFolderOf(path: string): Promise<void> {
    const { slot } = splitSlot(path)
    const folder = dirname(this.#forChange(path))
    if (slot === '') await mkdir(folder, { recursive: true })
    else await makeBelow(this.#slotFolder(slot).path, folder)
  }

  /** Makes a file's name, and the folders it lies in, safe from a power cut. */
  async syncFoldersOf(path: string): Promise<void> {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const handle = await open(this.absolute(folder))
      await handle.sync().finally(() => handle.close())
      if (folder === '.' || splitSlot(folder).below === '') return
    }
  }

  /** Cuts off what lies behind a place. */
  async truncate(path: string, bytes: number): Promise<void> {
    await truncate(this.#forChange(path), bytes)
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
      await rename(this.#forChange(path), this.absolute(aside))
      return aside
    }
    throw new Error(`${path} was set aside ${MAX_SET_ASIDE} times already`)
  }

  #slotFolder(slot: string): SlotFolder {
    const folder = this.#slots.folderOf(slot)
    if (folder === null) throw new SlotNotThere(slot)
    return folder
  }

  /** The absolute path of what is to be changed. */
  #forChange(path: string): string {
    const { slot } = splitSlot(path)
    if (slot !== '' && !this.#slots.isWritable(slot)) throw new SlotReadOnly(slot)
    return this.absolute(path)
  }

  /** Nothing is missing on a slot that was unmounted since it was looked for. */
  async #checkThere(path: string): Promise<void> {
    const { slot } = splitSlot(path)
    if (slot !== '' && !(await isStillThere(this.#slotFolder(slot)))) throw new SlotNotThere(slot)
  }

  #ifMissing<Value>(path: string, value: Value): (error: NodeJS.ErrnoException) => Promise<Value> {
    return async (error) => {
      if (!isMissing(error)) throw error
      await this.#checkThere(path)
      return value
    }
  }
}

/** Makes a folder below another one, which is never made itself: where a slot is unmounted, nothing is written to its mount point. */
async function makeBelow(top: string, folder: string): Promise<void> {
  if (folder === top) return
  const parent = dirname(folder)
  const isMade = await mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return true
      if (isMissing(error) && parent !== top) return false
      throw error
    },
  )
  if (isMade) return
  await makeBelow(top, parent)
  await makeBelow(top, folder)
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

/** Opens a file on a thread that may wait for the disk; `null` when it is missing, or in no folder. */
export function openMediaOnThread(location: MediaLocation): ThreadFile | null {
  if (location.file === undefined) return null
  let file: number
  try {
    file = openSync(location.file, 'r')
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
