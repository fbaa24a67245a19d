// Belongs here: the bytes of one file on their way to the disk. Does not: what they mean (channel-recorder.ts).
import { type FileHandle, open } from 'node:fs/promises'
import { type MediaFolder, onSlot } from '../../platform/media-store/index.ts'
import { segmentPath } from '../../ports/recordings/index.ts'
import type { WritePlace } from './recording-disks.ts'
import type { WriteBudget } from './write-budget.ts'

/** Bytes of one file that may wait for the disk; above it frames are dropped up to the next key frame. */
const FILE_WAITING_BYTES = 8 * 1024 * 1024

/** Further files of one minute: a device that changes its stream all the time must not fill the folder with names. */
const MAX_PARTS = 500

export interface Fragment {
  readonly offset: number
  readonly byteLength: number
  /** Unix ms, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
  readonly keyFrame: boolean
}

export interface SegmentFileDeps {
  readonly folder: MediaFolder
  readonly budget: WriteBudget
  /** Where the file goes; asked once, when it is made. */
  readonly next: () => WritePlace
}

interface Write {
  /** Where it goes when it is written over what is there; left out: behind what is there. */
  readonly position?: number
  readonly pieces: readonly Uint8Array[]
  readonly byteLength: number
  readonly fragment: Fragment | null
}

/**
 * One file that grows by whole fragments. Writes go out one after the other and are never awaited by the media loop. What
 * is on disk is `fragments`; a failed write ends the file at the last whole one.
 */
export class SegmentFile {
  /** Below the media folder or on a media slot; empty until the file is about to be made. */
  path = ''
  /** Whole fragments on disk. */
  readonly fragments: Fragment[] = []
  /** Bytes on disk up to the last whole fragment. */
  bytes = 0
  readonly #folder: MediaFolder
  readonly #name: { readonly deviceId: string; readonly channel: number; readonly startMs: number }
  readonly #budget: WriteBudget
  readonly #next: () => WritePlace
  #place: WritePlace | null = null
  #queue: Write[] = []
  #waitingBytes = 0
  #offset = 0
  #handle: FileHandle | null = null
  #error: Error | null = null
  #running: Promise<void> = Promise.resolve()
  #isRunning = false
  #needsSync = false
  /** The file's name itself is on the disk. */
  #isNamed = false

  constructor({ folder, budget, next }: SegmentFileDeps, name: { deviceId: string; channel: number; startMs: number }) {
    this.#folder = folder
    this.#name = name
    this.#budget = budget
    this.#next = next
  }

  /** Why nothing is written any more. */
  get error(): Error | null {
    return this.#error
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Whether something was written that a power cut would cost. */
  get needsSync(): boolean {
    return this.#needsSync
  }

  /** Whether the disk keeps up. */
  get hasSpace(): boolean {
    return this.#waitingBytes < FILE_WAITING_BYTES
  }

  /** Appends pieces; with `fragment` they are a whole one that ends them. */
  append(pieces: readonly Uint8Array[], fragment: Omit<Fragment, 'offset' | 'byteLength'> | null): void {
    if (this.#error !== null) return
    const byteLength = pieces.reduce((sum, piece) => sum + piece.length, 0)
    const placed = fragment && { ...fragment, offset: this.#offset, byteLength }
    this.#offset += byteLength
    this.#add({ pieces, byteLength, fragment: placed })
  }

  /** Writes over the beginning of the file, in order with what is appended. */
  rewriteStart(bytes: Uint8Array): void {
    if (this.#error !== null) return
    this.#add({ position: 0, pieces: [bytes], byteLength: bytes.length, fragment: null })
  }

  /** Forces what was written to the disk; a failure ends the file. */
  async sync(): Promise<void> {
    if (this.#handle === null || !this.#needsSync) return
    this.#needsSync = false
    try {
      await this.#handle.datasync()
      if (!this.#isNamed) await this.#folder.syncFoldersOf(this.path)
      this.#isNamed = true
    } catch (error) {
      this.#error ??= error as Error
    }
  }

  /** Resolves when all that was appended is on disk, safe from a power cut, or could not be put there. */
  async close(): Promise<void> {
    await this.#running
    await this.sync()
    const handle = this.#handle
    this.#handle = null
    if (handle === null) return
    // Room for the truncation is always there: it only gives back.
    if (this.#error !== null) await handle.truncate(this.bytes)
    await handle.close()
    if (this.fragments.length === 0) await this.#folder.delete(this.path)
  }

  #add(write: Write): void {
    this.#book(write.byteLength)
    this.#queue.push(write)
    if (!this.#isRunning) this.#running = this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      this.#handle ??= await this.#make()
      for (let write = this.#queue[0]; write !== undefined; write = this.#queue[0]) {
        await this.#put(this.#handle, write)
        this.#queue.shift()
        this.#book(-write.byteLength)
      }
    } catch (error) {
      this.#error = error as Error
      this.#queue = []
      this.#book(-this.#waitingBytes)
    } finally {
      this.#isRunning = false
    }
  }

  #book(bytes: number): void {
    this.#waitingBytes += bytes
    this.#budget.take(bytes)
  }

  async #put(handle: FileHandle, write: Write): Promise<void> {
    const { bytesWritten } = await handle.writev([...write.pieces], write.position)
    // A disk that is nearly full takes a part and says so only at the next write.
    if (this.#place !== null) this.#place.writtenBytes += bytesWritten
    if (bytesWritten < write.byteLength) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    this.#needsSync = true
    if (write.fragment === null) return
    this.fragments.push(write.fragment)
    this.bytes = write.fragment.offset + write.fragment.byteLength
  }

  async #make(): Promise<FileHandle> {
    const { deviceId, channel, startMs } = this.#name
    const place = this.#next()
    this.#place = place
    for (let part = 1; part <= MAX_PARTS; part++) {
      const path = onSlot(place.slot, segmentPath(deviceId, channel, startMs, part))
      if (this.#folder.isNameTaken(path)) continue
      // Before it is there: who looks through the folder must know it as one that is being written.
      this.path = path
      await this.#folder.makeFolderOf(path)
      const handle = await open(this.#folder.absolute(path), 'wx').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return null
        throw error
      })
      if (handle !== null) return handle
    }
    throw new Error(`more than ${MAX_PARTS} files of one minute`)
  }
}
