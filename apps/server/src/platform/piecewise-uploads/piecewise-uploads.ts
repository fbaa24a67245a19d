// Belongs here: the order of the pieces of an upload, and how many uploads there are. Does not: where the bytes go (services).
import type { AppError } from '@fleetglass/contract/errors'
import type { Clock, Timer } from '../clock/index.ts'

/** Which part of which upload it is. */
export interface Piece {
  /** Chosen by the client, the same for all pieces of an upload. */
  readonly key: string
  /** Bytes before it; 0 begins an upload. */
  readonly offset: number
  /** Bytes of the whole. */
  readonly size: number
}

/** Takes the bytes of one upload. Nothing of it is left unless `finish` has resolved. */
export interface UploadTarget<Whole> {
  write(bytes: Uint8Array): Promise<void>
  /** After the last piece. */
  finish(): Promise<Whole>
  /** After a failure, or when no more comes. Never rejects. */
  discard(): Promise<void>
}

/** What a piece did: how far the upload is, and the whole when it was the last one. */
export interface UploadStep<Whole> {
  readonly received: number
  readonly whole: Whole | null
}

/** Uploads of one connection: one at a time. */
export interface ConnectionUploads<P extends Piece, Whole> {
  /** Rejects with what `begin` or the target rejects with, or with one of the `failures`; the upload is then over, unless the piece came before the answer to the last one. */
  take(piece: P, bytes: Uint8Array): Promise<UploadStep<Whole>>
}

export interface PiecewiseUploads<P extends Piece, Whole> {
  /** Those of a connection; what it has not finished when it ends is discarded. */
  of(connection: Connection): ConnectionUploads<P, Whole>
  /** Discards what is being uploaded. */
  close(): Promise<void>
}

interface Connection {
  onClose(listener: () => void): void
}

export interface PiecewiseUploadsDeps<P extends Piece, Whole> {
  readonly clock: Clock
  /** An upload is over when no piece comes for so long. */
  readonly idleMs: number
  /** Uploads under way, of all connections; one more is refused. */
  readonly most: number
  readonly failures: {
    readonly busy: () => AppError
    /** The pieces before it are not there any more. */
    readonly lost: () => AppError
    readonly unreadable: () => AppError
  }
  begin(first: P): Promise<UploadTarget<Whole>>
}

interface Upload<P, Whole> {
  readonly first: P
  readonly target: UploadTarget<Whole>
  received: number
  idle: Timer
}

export function createPiecewiseUploads<P extends Piece, Whole>(
  deps: PiecewiseUploadsDeps<P, Whole>,
): PiecewiseUploads<P, Whole> {
  const open = new Set<Uploads<P, Whole>>()
  const known = new WeakMap<Connection, Uploads<P, Whole>>()
  return {
    of(connection) {
      const present = known.get(connection)
      if (present !== undefined) return present
      const uploads = new Uploads(deps, open)
      known.set(connection, uploads)
      connection.onClose(() => void uploads.drop())
      return uploads
    },
    async close() {
      await Promise.all([...open].map((uploads) => uploads.drop()))
    },
  }
}

class Uploads<P extends Piece, Whole> implements ConnectionUploads<P, Whole> {
  readonly #deps: PiecewiseUploadsDeps<P, Whole>
  /** Those with an upload under way or about to be. */
  readonly #open: Set<Uploads<P, Whole>>
  #upload: Upload<P, Whole> | null = null
  #work: Promise<unknown> | null = null
  #isDropped = false

  constructor(deps: PiecewiseUploadsDeps<P, Whole>, open: Set<Uploads<P, Whole>>) {
    this.#deps = deps
    this.#open = open
  }

  async take(piece: P, bytes: Uint8Array): Promise<UploadStep<Whole>> {
    // The client sends a piece after the answer to the one before it (VCP-125).
    if (this.#work !== null) throw this.#deps.failures.unreadable()
    const work = this.#take(piece, bytes).catch(async (error: unknown) => {
      await this.#discard()
      throw error
    })
    this.#work = work.catch(() => undefined)
    try {
      return await work
    } finally {
      this.#work = null
    }
  }

  /** The connection is gone, or the server ends. */
  async drop(): Promise<void> {
    this.#isDropped = true
    // What is being done keeps its place until it is done: clients that come and go would start any number of uploads.
    await this.#work
    await this.#discard()
  }

  async #take(piece: P, bytes: Uint8Array): Promise<UploadStep<Whole>> {
    const { failures, idleMs, clock } = this.#deps
    if (piece.offset === 0) await this.#begin(piece)
    const upload = this.#upload
    if (upload === null || upload.first.key !== piece.key) throw failures.lost()
    upload.idle.cancel()
    const { first, target } = upload
    const isNext = piece.offset === upload.received && piece.size === first.size && bytes.length > 0
    if (!isNext || upload.received + bytes.length > first.size) throw failures.unreadable()
    await target.write(bytes)
    upload.received += bytes.length
    if (upload.received === first.size) {
      const whole = await target.finish()
      this.#forget()
      return { received: first.size, whole }
    }
    if (this.#isDropped) throw failures.lost()
    upload.idle = clock.after(idleMs, () => void this.#discard())
    return { received: upload.received, whole: null }
  }

  async #begin(first: P): Promise<void> {
    const { clock, failures, idleMs, most } = this.#deps
    await this.#discard()
    if (this.#isDropped) throw failures.lost()
    if (this.#open.size >= most) throw failures.busy()
    this.#open.add(this)
    const target = await this.#deps.begin(first)
    this.#upload = { first, target, received: 0, idle: clock.after(idleMs, () => void this.#discard()) }
  }

  async #discard(): Promise<void> {
    const upload = this.#upload
    this.#forget()
    await upload?.target.discard()
  }

  #forget(): void {
    this.#upload?.idle.cancel()
    this.#upload = null
    this.#open.delete(this)
  }
}
