import { createHash } from 'node:crypto'
import type { TimerWheel } from '../platform/clock/index.ts'
import type { Faults } from '../scenarios/faults.ts'
import { Nap } from './nap.ts'

/** Where a firmware file is. */
export interface FirmwareSource {
  readonly url: string
  readonly user: string
  readonly password: string
}

export interface DownloadContext {
  readonly wheel: TimerWheel
  readonly faults: Readonly<Faults>
  readonly signal: AbortSignal
}

/** What the server says of the file. */
interface Announced {
  readonly bytes: number
  /** Upper or lower case; `null`: the tag is no MD5. */
  readonly md5: string | null
  readonly tag: string | null
  /** Its name without the ending. */
  readonly name: string
}

const AGAIN_MS = 1_000
const LONGEST_AGAIN_MS = 60_000
/** It gives up when nothing came for so long. */
const LOST_MS = 5 * 60_000
/** The platform sends nothing for so long. */
const SILENT_MS = 30_000
/** A file may begin with it and the version that it is; what has another beginning is the version that its name says. */
const HEADER = /^FLEETGLASS-FIRMWARE ([^\n]{1,60})\n/
const HEADER_BYTES = 100

/** Reads a file by HTTP, going on where it was after a lost link, and checks it. Resolves with its version, `null` when there is none. */
export async function downloadFirmware(source: FirmwareSource, context: DownloadContext): Promise<string | null> {
  return await new FirmwareDownload(source, context).run()
}

class FirmwareDownload {
  readonly #source: FirmwareSource
  readonly #context: DownloadContext
  readonly #md5 = createHash('md5')
  #beginning = Buffer.alloc(0)
  #received = 0
  #announced: Announced | null = null

  constructor(source: FirmwareSource, context: DownloadContext) {
    this.#source = source
    this.#context = context
  }

  async run(): Promise<string | null> {
    const { faults, signal, wheel } = this.#context
    let sinceMs = wheel.nowMs()
    while (!signal.aborted && faults.firmwareFault !== 'download') {
      const before = this.#received
      const outcome = await this.#try().catch(() => AGAIN_MS)
      if (outcome === 'whole') return this.#check()
      if (outcome === 'gone') return null
      // A server that says when to come again is there.
      if (this.#received > before || outcome !== AGAIN_MS) sinceMs = wheel.nowMs()
      if (wheel.nowMs() - sinceMs >= LOST_MS) return null
      await this.#sleep(outcome)
    }
    return null
  }

  /** One connection. A number: when to try again. */
  async #try(): Promise<'whole' | 'gone' | number> {
    const { signal } = this.#context
    const answer = await fetch(this.#source.url, {
      headers: this.#headers(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(SILENT_MS * 20)]),
    })
    if (answer.status === 429 || answer.status === 503) {
      await answer.body?.cancel()
      const afterS = Number(answer.headers.get('retry-after') ?? '1')
      return Math.min(LONGEST_AGAIN_MS, Math.max(1, afterS) * 1000)
    }
    if (!answer.ok || answer.body === null || !this.#fits(answer)) {
      await answer.body?.cancel()
      return 'gone'
    }
    let taken = 0
    for await (const piece of answer.body) {
      this.#take(piece)
      taken += piece.length
      const { firmwareBytesPerS, firmwareCutsAtBytes, firmwareFault } = this.#context.faults
      if (firmwareFault === 'download' || (firmwareCutsAtBytes > 0 && taken >= firmwareCutsAtBytes)) break
      if (firmwareBytesPerS > 0) await this.#sleep((piece.length / firmwareBytesPerS) * 1000)
    }
    return this.#received === this.#announced?.bytes ? 'whole' : AGAIN_MS
  }

  #headers(): Record<string, string> {
    const { user, password } = this.#source
    const tag = this.#announced?.tag
    return {
      ...(this.#received > 0 && { range: `bytes=${this.#received}-` }),
      ...(this.#received > 0 && typeof tag === 'string' && { 'if-range': tag }),
      ...(user !== '' && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    }
  }

  /** Whether the answer is the file, or the rest of the one that was begun. */
  #fits(answer: Response): boolean {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')
    if (this.#received > 0) return answer.status === 206 && Number(range?.[1]) === this.#received
    const tag = answer.headers.get('etag')
    const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    this.#announced = {
      bytes: Number(answer.headers.get('content-length')),
      md5: /^"([0-9a-f]{32})"$/i.exec(tag ?? '')?.[1] ?? null,
      tag,
      name: (name ?? new URL(this.#source.url).pathname.split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, ''),
    }
    return true
  }

  #take(piece: Uint8Array): void {
    this.#md5.update(piece)
    this.#received += piece.length
    if (this.#beginning.length < HEADER_BYTES) {
      this.#beginning = Buffer.concat([this.#beginning, piece.subarray(0, HEADER_BYTES)])
    }
  }

  /** Its version; `null` when the file is not the one that was announced. */
  #check(): string | null {
    const { md5 = null, name = '' } = this.#announced ?? {}
    if (this.#context.faults.firmwareFault === 'check') return null
    if (md5 !== null && this.#md5.digest('hex') !== md5.toLowerCase()) return null
    return HEADER.exec(this.#beginning.toString('latin1'))?.[1] ?? name
  }

  async #sleep(ms: number): Promise<void> {
    const { signal, wheel } = this.#context
    const nap = new Nap(wheel, ms)
    const wake = (): void => nap.wake()
    signal.addEventListener('abort', wake)
    await nap.over
    signal.removeEventListener('abort', wake)
  }
}
