import { Readable } from 'node:stream'
import { Client } from 'basic-ftp'
import type { RecordingFile } from '../camera/index.ts'
import type { TimerWheel } from '../platform/clock/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import { Nap } from './nap.ts'

/** Where a file is to be brought. */
export interface UploadTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly directory: string
}

export interface UploadContext {
  readonly wheel: TimerWheel
  readonly faults: Readonly<Faults>
}

/** The platform is silent for so long: it is tried anew. */
const SILENT_MS = 30_000
const AGAIN_MS = 1_000
/** Tries in a row that brought nothing. */
const MOST_TRIES = 5
/** Pieces of a slow link. */
const PIECES_PER_S = 20

/** One file on its way to an FTP server; goes on where it was after a lost link and a pause. */
export class Upload {
  readonly #context: UploadContext
  readonly #target: UploadTarget
  readonly #source: RecordingFile
  readonly #onDone: (done: boolean) => void
  #client: Client | null = null
  #state: 'running' | 'paused' | 'over' = 'running'
  #working: Promise<void> = Promise.resolve()
  #nap: Nap | null = null

  /** Notifies `told` when it is over and was not cancelled. */
  constructor(context: UploadContext, target: UploadTarget, source: RecordingFile, onDone: (done: boolean) => void) {
    this.#context = context
    this.#target = target
    this.#source = source
    this.#onDone = onDone
    this.#work()
  }

  pause(): void {
    if (this.#state !== 'running') return
    this.#state = 'paused'
    this.#stop()
  }

  resume(): void {
    if (this.#state !== 'paused') return
    this.#state = 'running'
    this.#work()
  }

  /** Resolves when its connections are gone. */
  cancel(): Promise<void> {
    this.#state = 'over'
    this.#stop()
    return this.#working
  }

  #stop(): void {
    this.#client?.close()
    this.#nap?.wake()
  }

  #work(): void {
    this.#working = this.#working.then(() => this.#bring())
  }

  async #bring(): Promise<void> {
    let tries = 0
    let storedBefore = -1
    while (this.#state === 'running') {
      const outcome = await this.#try()
      if (this.#state !== 'running') return
      if (outcome.done || this.#context.faults.uploadFails) {
        this.#over(outcome.done && !this.#context.faults.uploadFails)
        return
      }
      tries = outcome.buffered > storedBefore ? 0 : tries + 1
      storedBefore = outcome.buffered
      if (tries >= MOST_TRIES) this.#over(false)
      else await this.#sleep(AGAIN_MS)
    }
  }

  /** One connection: what the platform has is not sent again. */
  async #try(): Promise<{ done: boolean; buffered: number }> {
    const { host, port, user, password, directory } = this.#target
    const { name } = this.#source
    const client = new Client(SILENT_MS)
    this.#client = client
    let buffered = 0
    try {
      await client.access({ host, port, user, password })
      if (directory !== '') await client.cd(directory)
      // Nothing of it is there yet.
      buffered = await client.size(name).catch(() => 0)
      await client.appendFrom(Readable.from(this.#paced(client, buffered)), name)
      return { done: true, buffered }
    } catch {
      // After a lost link or a refusal by the platform: the size that the server has decides where to resume.
      return { done: false, buffered }
    } finally {
      client.close()
      this.#client = null
    }
  }

  /** What is to be sent, as fast as the link is, until it is lost. */
  async *#paced(client: Client, buffered: number): AsyncGenerator<Uint8Array> {
    let skip = buffered
    let sent = 0
    for (const bytes of this.#source.bytes()) {
      const rest = bytes.subarray(Math.min(skip, bytes.length))
      skip -= bytes.length - rest.length
      if (rest.length === 0) continue
      const { uploadCutsAtBytes, uploadBytesPerS } = this.#context.faults
      if (uploadCutsAtBytes > 0 && sent + rest.length > uploadCutsAtBytes) {
        client.close()
        return
      }
      const before = sent
      sent += rest.length
      yield rest
      const piece = uploadBytesPerS / PIECES_PER_S
      if (piece > 0 && Math.floor(before / piece) < Math.floor(sent / piece)) await this.#sleep(1000 / PIECES_PER_S)
      if (this.#state !== 'running') return
    }
  }

  async #sleep(ms: number): Promise<void> {
    this.#nap = new Nap(this.#context.wheel, ms)
    await this.#nap.over
    this.#nap = null
  }

  #over(done: boolean): void {
    this.#state = 'over'
    this.#onDone(done)
  }
}
