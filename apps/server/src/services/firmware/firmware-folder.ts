// Belongs here: the bytes of firmware files on disk. Does not: their names and who may have them (firmware-store.ts).
import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnknownFiles, syncPath } from '../../platform/files/index.ts'
import type { Log } from '../../platform/log/index.ts'

/** A file that is being uploaded. Nothing of it is left unless `finish` has resolved. */
export interface FirmwarePart {
  readonly bytes: number
  write(piece: Uint8Array): Promise<void>
  /** Resolves with the MD5 when the whole file is on disk under its id. */
  finish(): Promise<string>
  /** Idempotent; does nothing after `finish`. */
  discard(): Promise<void>
}

export interface FirmwareFolder {
  begin(id: string): Promise<FirmwarePart>
  /** `null`: there is no such file. */
  open(id: string): Promise<OpenFirmware | null>
  remove(id: string): Promise<void>
}

export interface OpenFirmware {
  readonly byteLength: number
  read(start: number, end: number): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

const PART = '.part'
const READ_BYTES = 64 * 1024

/** Removes what is no known file: the server was ended while it was uploaded. */
export async function openFirmwareFolder(
  path: string,
  isKnown: (id: string) => boolean,
  log: Pick<Log, 'warn'>,
): Promise<FirmwareFolder> {
  await mkdir(path, { recursive: true })
  await removeUnknownFiles(path, isKnown, log)
  const pathOf = (id: string): string => join(path, id)
  return {
    begin: (id) => beginPart(path, pathOf(id)),
    async open(id) {
      const file = await open(pathOf(id), 'r').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (file === null) return null
      const { size } = await file.stat()
      return {
        byteLength: size,
        async *read(start, end) {
          for (let at = start; at < end; ) {
            const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(READ_BYTES, end - at)), {
              position: at,
            })
            if (bytesRead === 0) throw new Error('the firmware file is shorter than it was')
            yield buffer.subarray(0, bytesRead)
            at += bytesRead
          }
        },
        close: () => file.close(),
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}

async function beginPart(folder: string, path: string): Promise<FirmwarePart> {
  const file = await open(`${path}${PART}`, 'wx')
  const md5 = createHash('md5')
  let bytes = 0
  let state: 'open' | 'finished' | 'discarded' = 'open'
  const discard = async (): Promise<void> => {
    if (state !== 'open') return
    state = 'discarded'
    await file.close()
    await rm(`${path}${PART}`, { force: true })
  }
  return {
    get bytes() {
      return bytes
    },
    async write(piece) {
      let written = 0
      while (written < piece.length) written += (await file.write(piece, written)).bytesWritten
      md5.update(piece)
      bytes += piece.length
    },
    async finish() {
      await file.sync()
      await rename(`${path}${PART}`, path)
      state = 'finished'
      await file.close()
      await syncPath(folder)
      return md5.digest('hex')
    },
    discard,
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
