// Belongs here: one file to one FTP server. Does not: when, and how often it is tried (event-uploads.ts).
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Client } from 'basic-ftp'
import type { Clock } from '../../platform/clock/index.ts'
import { BytePacer } from '../../platform/limits/index.ts'
import { resolveTarget } from '../../platform/outbound/index.ts'

/** Without a byte or an answer. */
const SILENT_MS = 30_000
const FTP_PORT = 21
/** Read at once: at the lowest rate it takes 4 s, which no server takes for a silence. */
const PIECE_BYTES = 16 * 1024

export interface FtpUpload {
  /** `ftp://user:password@host:port/folder`. */
  readonly target: string
  /** On this machine. */
  readonly file: string
  readonly name: string
  /** Whether a machine in the server's own network may be the target. */
  readonly allowLocal: boolean
  readonly clock: Clock
  /** Limit of its rate now; 0: there is none. */
  readonly bytesPerS: () => number
}

/**
 * Uploads under another name and renames, so that the receiver never takes a half file for a whole one. The address is judged
 * when it is connected to; data connections go to the same machine. Rejects with what went wrong.
 */
export async function uploadByFtp(upload: FtpUpload, signal: AbortSignal): Promise<void> {
  const { target, file, name, allowLocal } = upload
  const url = new URL(target)
  const { address } = await resolveTarget(url.hostname, allowLocal)
  const { size } = await stat(file)
  signal.throwIfAborted()
  const client = new Client(SILENT_MS)
  const abort = (): void => client.close()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await client.access({
      host: address,
      port: url.port === '' ? FTP_PORT : Number(url.port),
      user: url.username === '' ? 'anonymous' : decodeURIComponent(url.username),
      password: url.username === '' ? 'guest' : decodeURIComponent(url.password),
    })
    const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
    if (folder !== '') await client.ensureDir(folder)
    const half = `.${name}.part`
    await client.uploadFrom(Readable.from(piecesOf(upload, signal), { objectMode: false }), half)
    const stored = await client.size(half).catch(() => size)
    if (stored !== size) throw new Error(`the server stored ${stored} of ${size} bytes`)
    await client.rename(half, name)
  } finally {
    signal.removeEventListener('abort', abort)
    client.close()
  }
}

/** The file, no faster than it may go. */
async function* piecesOf({ file, clock, bytesPerS }: FtpUpload, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const pacer = new BytePacer(bytesPerS)
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>) {
    yield piece
    const waitMs = pacer.count(piece.length, clock.monotonicMs())
    if (waitMs > 0) await passes(clock, waitMs, signal)
  }
}

/** So long, or until the upload is given up. */
async function passes(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  const timer = clock.after(ms, end)
  signal.addEventListener('abort', end, { once: true })
  await promise
  timer.cancel()
  signal.removeEventListener('abort', end)
}
