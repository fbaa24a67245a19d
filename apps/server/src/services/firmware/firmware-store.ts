// Belongs here: which firmware files there are, and how they come in. Does not: who downloads them (firmware-downloads.ts).
import { randomBytes } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import {
  FIRMWARE_FILES_MAX,
  type FirmwareEdit,
  type FirmwareFile,
  UPLOAD_IDLE_MS,
  type UploadPiece,
} from '@fleetglass/contract/firmware'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { FirmwareFilesStore } from './firmware-files.store.ts'
import type { FirmwareFolder, FirmwarePart } from './firmware-folder.ts'

/** Uploads under way, of all connections; one more is refused. */
const UPLOADS_MAX = 4

/** What a piece did: how far the upload is, and the file when it was the last one. */
export interface UploadStep {
  readonly received: number
  readonly file: FirmwareFile | null
}

export interface FirmwareStore {
  list(): Promise<readonly FirmwareFile[]>
  find(id: string): Promise<FirmwareFile | null>
  edit(edit: FirmwareEdit): Promise<void>
  remove(id: string): Promise<void>
  /** Uploads of one connection: one at a time. */
  uploads(): ConnectionUploads
  /** Drops what is being uploaded. */
  close(): Promise<void>
}

export interface ConnectionUploads {
  take(piece: UploadPiece, bytes: Uint8Array): Promise<UploadStep>
  /** The connection is gone: what it has not finished is dropped. */
  drop(): Promise<void>
}

interface FirmwareStoreDeps {
  readonly clock: Clock
  readonly log: Log
  readonly files: FirmwareFilesStore
  readonly folder: FirmwareFolder
  /** What is left of the disk belongs to recordings and the database. */
  readonly isDiskFull: () => boolean
}

interface Upload {
  readonly id: string
  readonly first: UploadPiece
  readonly part: FirmwarePart
  idle: Timer
}

export function createFirmwareStore(deps: FirmwareStoreDeps): FirmwareStore {
  const { clock, files, folder } = deps
  const open = new Set<Uploads>()
  return {
    list: () => files.all(),
    find: (id) => files.find(id),
    async edit(edit) {
      if (!(await files.edit(edit, Math.floor(clock.nowMs() / 1000)))) throw new AppError('unknown-firmware')
    },
    async remove(id) {
      if (!(await files.remove(id))) throw new AppError('unknown-firmware')
      await folder.remove(id)
    },
    uploads: () => new Uploads(deps, open),
    async close() {
      await Promise.all([...open].map((uploads) => uploads.drop()))
    },
  }
}

class Uploads implements ConnectionUploads {
  readonly #deps: FirmwareStoreDeps
  /** Those that have a file open or are about to. */
  readonly #open: Set<Uploads>
  #upload: Upload | null = null
  #work: Promise<unknown> | null = null
  #isDropped = false

  constructor(deps: FirmwareStoreDeps, open: Set<Uploads>) {
    this.#deps = deps
    this.#open = open
  }

  async take(piece: UploadPiece, bytes: Uint8Array): Promise<UploadStep> {
    // The client sends a piece after the answer to the one before it (VCP-125).
    if (this.#work !== null) throw new AppError('firmware-upload-unreadable')
    const work = this.#take(piece, bytes)
    this.#work = work.catch(() => undefined)
    try {
      return await work
    } finally {
      this.#work = null
    }
  }

  async drop(): Promise<void> {
    this.#isDropped = true
    await this.#work
    await this.#discard()
  }

  async #take(piece: UploadPiece, bytes: Uint8Array): Promise<UploadStep> {
    if (piece.offset === 0) await this.#begin(piece)
    const upload = this.#upload
    if (upload === null || upload.first.key !== piece.key) throw new AppError('firmware-upload-lost')
    upload.idle.cancel()
    const { part, first } = upload
    if (this.#deps.isDiskFull()) {
      await this.#discard()
      throw new AppError('disk-full')
    }
    const isFitting = piece.offset === part.bytes && piece.size === first.size && bytes.length > 0
    if (!isFitting || part.bytes + bytes.length > first.size) {
      await this.#discard()
      throw new AppError('firmware-upload-unreadable')
    }
    try {
      await part.write(bytes)
      if (part.bytes === first.size) return { received: part.bytes, file: await this.#finish(upload) }
    } catch (error) {
      await this.#discard()
      throw this.#asFailure(error, first)
    }
    if (this.#isDropped) {
      await this.#discard()
      throw new AppError('firmware-upload-lost')
    }
    upload.idle = this.#idleTimer()
    return { received: part.bytes, file: null }
  }

  async #begin(piece: UploadPiece): Promise<void> {
    await this.#discard()
    if (this.#isDropped) throw new AppError('firmware-upload-lost')
    if (this.#open.size >= UPLOADS_MAX) throw new AppError('firmware-upload-busy')
    this.#open.add(this)
    try {
      const id = randomBytes(16).toString('hex')
      const part = await this.#deps.folder.begin(id)
      this.#upload = { id, first: piece, part, idle: this.#idleTimer() }
    } catch (error) {
      this.#open.delete(this)
      throw this.#asFailure(error, piece)
    }
  }

  async #finish({ id, first, part }: Upload): Promise<FirmwareFile> {
    const { clock, files, folder } = this.#deps
    const hash = await part.finish()
    const file = {
      firmwareid: id,
      filename: first.name,
      memo: first.memo,
      filesize: first.size,
      hash,
      updatetime: Math.floor(clock.nowMs() / 1000),
    }
    const isAdded = await files.add(file, FIRMWARE_FILES_MAX).catch(async (error: unknown) => {
      await folder.remove(id)
      throw error
    })
    if (!isAdded) {
      await folder.remove(id)
      throw new AppError('firmware-store-full', { most: FIRMWARE_FILES_MAX })
    }
    this.#upload = null
    this.#open.delete(this)
    return file
  }

  /** Never rejects: nobody may wait for it. What it leaves is removed at the next start. */
  async #discard(): Promise<void> {
    const upload = this.#upload
    this.#upload = null
    this.#open.delete(this)
    upload?.idle.cancel()
    await upload?.part.discard().catch((err: unknown) => {
      this.#deps.log.error({ err, file: upload.first.name }, 'Cannot remove a part of a firmware file')
    })
  }

  #idleTimer(): Timer {
    return this.#deps.clock.after(UPLOAD_IDLE_MS, () => void this.#discard())
  }

  #asFailure(error: unknown, { name }: UploadPiece): AppError {
    if (error instanceof AppError) return error
    this.#deps.log.error({ err: error, file: name }, 'Cannot store a firmware file; check the disk of the data folder')
    return new AppError('firmware-not-stored')
  }
}
