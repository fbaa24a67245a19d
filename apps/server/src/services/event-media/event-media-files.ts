import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { StoredEventMedia } from './event-media.types.ts'

/** A file that was fetched for an event. */
export interface EventMediaFile {
  readonly byteLength: number
  /** Changes when the file does. */
  readonly tag: string
  /** Bytes `[start, end)`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export interface EventMediaFiles {
  /** `null`: it was not fetched, or its file was removed for space. */
  open(item: StoredEventMedia | null): Promise<EventMediaFile | null>
  /** Removes the file, if it is there. */
  remove(item: StoredEventMedia): Promise<void>
}

/** The files below the data folder. A path that leads out of it names no file. */
export function createEventMediaFiles(dataFolder: string): EventMediaFiles {
  const folder = resolve(dataFolder)
  const placeOf = (path: string): string | null => {
    const place = resolve(folder, path)
    return place.startsWith(folder + sep) ? place : null
  }
  return {
    async open(item) {
      if (item === null || item.state !== 'done' || item.path === null) return null
      const place = placeOf(item.path)
      if (place === null) return null
      const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (found === null || !found.isFile()) return null
      return {
        byteLength: found.size,
        tag: `"${found.size}-${Math.round(found.mtimeMs)}"`,
        // `end` of a stream is included, and an empty range cannot be said.
        read: (start, end) => (end > start ? createReadStream(place, { start, end: end - 1 }) : nothing()),
      }
    },
    async remove({ path }) {
      const place = path === null ? null : placeOf(path)
      if (place !== null) await rm(place, { force: true })
    },
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}
