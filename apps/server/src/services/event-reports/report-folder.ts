import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '../../platform/files/index.ts'

/** Files of reports by their ids, whole or not there at all. */
export interface ReportFolder {
  /** Resolves with the size when the whole file is on disk. Nothing is left of one that failed. */
  write(id: string, text: AsyncIterable<string>, signal: AbortSignal): Promise<number>
  read(id: string, start: number, end: number): AsyncIterable<Uint8Array>
  readAll(id: string): Promise<Uint8Array>
  size(id: string): Promise<number | null>
  remove(id: string): Promise<void>
  /** Removes files of which `isKnown` knows nothing and that are older than a time: a server was ended while it wrote them. */
  removeUnknown(isKnown: (id: string) => boolean, beforeMs: number): Promise<void>
}

const WRITING = '.part'

export async function openReportFolder(path: string): Promise<ReportFolder> {
  await mkdir(path, { recursive: true })
  const pathOf = (id: string): string => join(path, `${id}.csv`)
  return {
    async write(id, text, signal) {
      const part = `${pathOf(id)}${WRITING}`
      const file = await open(part, 'w')
      let bytes = 0
      try {
        for await (const piece of text) {
          signal.throwIfAborted()
          if (piece === '') continue
          const { bytesWritten } = await file.write(piece)
          bytes += bytesWritten
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(part, { force: true })
        throw error
      }
      await file.close()
      await rename(part, pathOf(id))
      await syncPath(path)
      return bytes
    },
    read: (id, start, end) => createReadStream(pathOf(id), { start, end: end - 1 }),
    async readAll(id) {
      const file = await open(pathOf(id))
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    async size(id) {
      return stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      )
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async removeUnknown(isKnown, beforeMs) {
      for (const name of await readdir(path)) {
        const id = name.replace(/\.csv(\.part)?$/, '')
        if (isKnown(id) && !name.endsWith(WRITING)) continue
        const { mtimeMs } = await stat(join(path, name))
        if (mtimeMs < beforeMs) await rm(join(path, name), { force: true })
      }
    },
  }
}
