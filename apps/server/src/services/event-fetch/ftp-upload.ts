// Belongs here: one file to one FTP server. Does not: when, and how often it is tried (event-uploads.ts).
import { stat } from 'node:fs/promises'
import { Client } from 'basic-ftp'
import { resolveTarget } from '../../platform/outbound/index.ts'

/** Without a byte or an answer. */
const SILENT_MS = 30_000
const FTP_PORT = 21

export interface FtpUpload {
  /** `ftp://user:password@host:port/folder`. */
  readonly target: string
  /** On this machine. */
  readonly file: string
  readonly name: string
  /** Whether a machine in the server's own network may be the target. */
  readonly allowLocal: boolean
}

/**
 * Uploads under another name and renames, so that the receiver never takes a half file for a whole one. The address is judged
 * when it is connected to; data connections go to the same machine. Rejects with what went wrong.
 */
export async function uploadByFtp({ target, file, name, allowLocal }: FtpUpload, signal: AbortSignal): Promise<void> {
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
    await client.uploadFrom(file, half)
    const stored = await client.size(half).catch(() => size)
    if (stored !== size) throw new Error(`the server stored ${stored} of ${size} bytes`)
    await client.rename(half, name)
  } finally {
    signal.removeEventListener('abort', abort)
    client.close()
  }
}
