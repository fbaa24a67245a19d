// Belongs here: accounts for uploads, and the files behind them. Does not: FTP (ftp-session.ts), what is in a file
// (services/retrieval/device-files.ts), when a device is asked (services/retrieval).
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock/index.ts'
import { BytePacer } from '../../platform/limits/index.ts'
import { isSameSecret } from '../../platform/secret-text/index.ts'
import type {
  FileSink,
  Upload,
  UploadFailure,
  UploadOrder,
  UploadOver,
  UploadPlace,
  Uploads,
} from '../../ports/files/index.ts'
import { diskNameOf } from './disk-name.ts'

/** Files of one upload: recorders cut a day into pieces of some minutes. */
const MOST_FILES = 300

interface UploadsDeps {
  readonly clock: Clock
  /** Asked before anything is written: below its floor the disk belongs to everything else. */
  readonly takesData: () => boolean
}

export function createUploads({ clock, takesData }: UploadsDeps): Uploads {
  const open = new Map<string, RunningUpload>()
  let bytesIn = 0
  return {
    async open(order) {
      await mkdir(order.folder, { recursive: true })
      const upload: RunningUpload = new RunningUpload(order, await bytesOf(order.folder), {
        clock,
        takesData,
        onBytes: (bytes) => {
          bytesIn += bytes
          order.onBytes(bytes)
        },
        onClosed: () => open.delete(upload.user),
      })
      open.set(upload.user, upload)
      return upload
    },
    uploadOver(deviceId, over) {
      const ofDevice = [...open.values()].filter((upload) => upload.deviceId === deviceId)
      if (over.replySerial !== 0) for (const upload of ofDevice) upload.uploadOver(over)
      else {
        const [meant, ...others] = ofDevice.filter((upload) => upload.mayBeOver)
        if (others.length === 0) meant?.uploadOver(over)
      }
    },
    admit(user, password) {
      const upload = open.get(user)
      return upload && isSameSecret(password, upload.password) ? upload : null
    },
    get bytesIn() {
      return bytesIn
    },
    async close() {
      await Promise.all([...open.values()].map((upload) => upload.close()))
    },
  }
}

async function bytesOf(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

interface RunningDeps extends UploadsDeps {
  readonly onBytes: (bytes: number) => void
  readonly onClosed: () => void
}

class RunningUpload implements Upload, UploadPlace {
  readonly user = `up${randomBytes(6).toString('hex')}`
  readonly password = randomBytes(18).toString('base64url')
  readonly directory = '/'
  readonly deviceId: string
  completed = 0
  isFull = false
  diskError: Error | null = null
  over: UploadOver | null = null
  bytes: number
  receivedMs: number
  readonly #order: UploadOrder
  readonly #deps: RunningDeps
  /** Of its 0x9206; `null`: the device has not answered. */
  #serial: number | null = null
  #isPaused = false
  readonly #pacer: BytePacer
  readonly #ending = Promise.withResolvers<void>()
  readonly #endings = new Set<() => void>()
  /** Names on our disk, of what is being received. */
  readonly #receiving = new Map<string, Promise<void>>()
  #closing: Promise<void> | null = null

  constructor(order: UploadOrder, bytes: number, deps: RunningDeps) {
    this.deviceId = order.deviceId
    this.#order = order
    this.#deps = deps
    this.bytes = bytes
    this.#pacer = new BytePacer(() => order.bytesPerS)
    this.receivedMs = deps.clock.monotonicMs()
  }

  get isReceiving(): boolean {
    return this.#receiving.size > 0
  }

  /** Whether a 0x1206 that names none can mean this one. */
  get mayBeOver(): boolean {
    return !this.#isPaused && (this.completed > 0 || this.isReceiving)
  }

  uploadOver(over: UploadOver): void {
    const isOther = this.#serial !== null && over.replySerial !== 0 && over.replySerial !== this.#serial
    if (!isOther) this.over = over
  }

  asked(serial: number): void {
    this.#serial = serial
    // It may have come in one piece with the answer.
    if (this.over !== null && this.over.replySerial !== 0 && this.over.replySerial !== serial) this.over = null
  }

  pause(): void {
    this.#isPaused = true
  }

  goOn(): void {
    this.#isPaused = false
    this.over = null
  }

  arrived(): void {
    this.receivedMs = this.#deps.clock.monotonicMs()
  }

  onClose(end: () => void): () => void {
    this.#endings.add(end)
    return () => this.#endings.delete(end)
  }

  async files(): Promise<readonly string[]> {
    return (await readdir(this.#order.folder)).map((name) => join(this.#order.folder, name))
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#deps.onClosed()
    this.#ending.resolve()
    for (const end of [...this.#endings]) end()
    await Promise.all(this.#receiving.values())
  }

  async size(path: string): Promise<number | null> {
    return await stat(this.#pathOf(diskNameOf(path))).then(
      ({ size }) => size,
      () => null,
    )
  }

  async begin(path: string, from: 'start' | 'end' | number): Promise<FileSink | UploadFailure> {
    const name = diskNameOf(path)
    if (this.#receiving.has(name) || this.#closing !== null) return 'busy'
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#receiving.set(name, promise)
    const sink = await this.#open(name, from).catch((error: Error): UploadFailure => {
      this.diskError ??= error
      return 'failing'
    })
    const over = (): void => {
      this.#receiving.delete(name)
      resolve()
    }
    if (typeof sink !== 'string') return this.#sink(sink.handle, sink.at, over)
    over()
    return sink
  }

  async #open(
    name: string,
    from: 'start' | 'end' | number,
  ): Promise<{ handle: FileHandle; at: number } | UploadFailure> {
    const path = this.#pathOf(name)
    const buffered = await stat(path).then(
      ({ size }) => size,
      () => null,
    )
    if (buffered === null && (await readdir(this.#order.folder)).length >= MOST_FILES) return 'too-many-files'
    const size = buffered ?? 0
    const at = from === 'start' ? 0 : from === 'end' ? size : from
    if (at > size) return 'no-such-place'
    const handle = await open(path, buffered === null ? 'wx' : 'r+')
    if (at < size) {
      await handle.truncate(at)
      this.bytes -= size - at
    }
    return { handle, at }
  }

  #sink(handle: FileHandle, startAt: number, over: () => void): FileSink {
    let at = startAt
    return {
      write: async (bytes) => {
        this.arrived()
        if (this.bytes + bytes.length > this.#order.mostBytes) {
          this.isFull = true
          return 'full'
        }
        if (!this.#deps.takesData()) {
          this.diskError ??= new Error('it is full')
          return 'failing'
        }
        try {
          for (let done = 0; done < bytes.length; ) {
            done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
          }
        } catch (error) {
          this.diskError ??= error as Error
          return 'failing'
        }
        at += bytes.length
        this.bytes += bytes.length
        this.#deps.onBytes(bytes.length)
        await this.#pace(bytes.length)
        return 'written'
      },
      close: async (complete) => {
        await handle.close()
        if (complete) this.completed += 1
        over()
      },
    }
  }

  /** The device waits meanwhile: nothing more of it is read. */
  async #pace(bytes: number): Promise<void> {
    const { clock } = this.#deps
    const waitMs = this.#pacer.count(bytes, clock.monotonicMs())
    if (waitMs === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = clock.after(waitMs, resolve)
    await Promise.race([promise, this.#ending.promise])
    timer.cancel()
    this.arrived()
  }

  #pathOf(name: string): string {
    return join(this.#order.folder, name)
  }
}
