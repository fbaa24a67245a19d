// Belongs here: pieces of a photo as they come on the main channel. Does not: what becomes of the whole (face-library.ts).
import { concat } from '@fleetglass/bytes'
import { AppError } from '@fleetglass/contract/errors'
import { FACE_PHOTO_IDLE_MS, type FacePhoto, type FacePhotoPiece } from '@fleetglass/contract/faces'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { FaceLibrary } from './face-library.ts'

/** Uploads under way, of all connections, 2 MB each in memory; one more is refused. */
const UPLOADS_MAX = 4

/** What a piece did: how far the upload is, and the photo when it was the last one. */
export interface PhotoStep {
  readonly received: number
  readonly photo: FacePhoto | null
}

/** Uploads of one connection: one at a time. */
export interface ConnectionPhotos {
  take(piece: FacePhotoPiece, bytes: Uint8Array): Promise<PhotoStep>
  /** The connection is gone: what it has not finished is dropped. */
  drop(): void
}

export interface PhotoUploads {
  ofConnection(): ConnectionPhotos
  close(): void
}

interface Upload {
  readonly first: FacePhotoPiece
  readonly pieces: Uint8Array[]
  received: number
  idle: Timer
}

export function createPhotoUploads(deps: {
  readonly clock: Clock
  readonly library: Pick<FaceLibrary, 'addPhoto' | 'checkRoom'>
}): PhotoUploads {
  const open = new Set<Photos>()
  return {
    ofConnection: () => new Photos(deps, open),
    close() {
      for (const photos of [...open]) photos.drop()
    },
  }
}

class Photos implements ConnectionPhotos {
  readonly #deps: Parameters<typeof createPhotoUploads>[0]
  /** Those with an upload under way. */
  readonly #open: Set<Photos>
  #upload: Upload | null = null
  #isBusy = false
  #isDropped = false

  constructor(deps: Parameters<typeof createPhotoUploads>[0], open: Set<Photos>) {
    this.#deps = deps
    this.#open = open
  }

  async take(piece: FacePhotoPiece, bytes: Uint8Array): Promise<PhotoStep> {
    // The client sends a piece after the answer to the one before it (VCP-125).
    if (this.#isBusy) throw new AppError('face-photo-unreadable')
    this.#isBusy = true
    try {
      return await this.#take(piece, bytes)
    } catch (error) {
      this.#discard()
      throw error
    } finally {
      this.#isBusy = false
      if (this.#isDropped) this.#discard()
    }
  }

  drop(): void {
    this.#isDropped = true
    // A photo that is being converted keeps its place: clients that come and go would start any number of programs.
    if (!this.#isBusy) this.#discard()
  }

  async #take(piece: FacePhotoPiece, bytes: Uint8Array): Promise<PhotoStep> {
    if (piece.offset === 0) await this.#begin(piece)
    const upload = this.#upload
    if (upload === null || upload.first.key !== piece.key) throw new AppError('face-photo-lost')
    upload.idle.cancel()
    const isNext = piece.offset === upload.received && piece.size === upload.first.size && bytes.length > 0
    if (!isNext || upload.received + bytes.length > piece.size) throw new AppError('face-photo-unreadable')
    upload.pieces.push(bytes.slice())
    upload.received += bytes.length
    const { received, first } = upload
    if (received < first.size) {
      upload.idle = this.#idleTimer()
      return { received, photo: null }
    }
    const photo = await this.#deps.library.addPhoto(first.faceid, concat(upload.pieces))
    this.#discard()
    return { received, photo }
  }

  async #begin(piece: FacePhotoPiece): Promise<void> {
    this.#discard()
    if (this.#isDropped) throw new AppError('face-photo-lost')
    if (this.#open.size >= UPLOADS_MAX) throw new AppError('face-photo-busy')
    this.#open.add(this)
    await this.#deps.library.checkRoom(piece.faceid)
    if (this.#isDropped) throw new AppError('face-photo-lost')
    this.#upload = { first: piece, pieces: [], received: 0, idle: this.#idleTimer() }
  }

  #discard(): void {
    this.#upload?.idle.cancel()
    this.#upload = null
    this.#open.delete(this)
  }

  #idleTimer(): Timer {
    return this.#deps.clock.after(FACE_PHOTO_IDLE_MS, () => this.#discard())
  }
}
