// Belongs here: files of events in folders of the data folder. Does not: what they are of (event-media), what is in them.
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolders, writeSynced } from '../../platform/files/index.ts'

/** Where files lie while they are written; what a kill leaves there is removed at the next start. */
const INCOMING = 'event-media-incoming'

export interface EventFiles {
  /** The place of a file on this machine. */
  locate(path: string): string
  /** Stores a file whole or not at all: it has its name only once its bytes are on the disk. Resolves with its size. */
  store(path: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number>
  /** Nothing happens where there is none. */
  remove(path: string): Promise<void>
}

/** What an earlier process left half written is removed. */
export async function openEventFiles(dataFolder: string): Promise<EventFiles> {
  const incoming = join(dataFolder, INCOMING)
  await rm(incoming, { recursive: true, force: true })
  const locate = (path: string): string => join(dataFolder, path)
  return {
    locate,
    async store(path, content) {
      const target = locate(path)
      const half = join(incoming, randomUUID())
      await mkdir(incoming, { recursive: true })
      try {
        const bytes = await writeSynced(half, content)
        await mkdir(dirname(target), { recursive: true })
        await rename(half, target)
        await syncFolders(dirname(target), dataFolder)
        return bytes
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async remove(path) {
      await rm(locate(path), { force: true })
    },
  }
}

export function footagePath(deviceId: string, serial: number, channel: number): string {
  return `event-media/${deviceId}/${serial}-ch${channel}.mp4`
}

/** SET-052: the folder whose size is limited as snapshots. */
export function snapshotPath(deviceId: string, serial: number, channel: number): string {
  return `snapshots/${deviceId}/${serial}-ch${channel}.jpg`
}
