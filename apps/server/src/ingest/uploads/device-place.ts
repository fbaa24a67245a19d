// Belongs here: files that one device brings by FTP on its own: begun, resumed, complete. Does not: what is kept of them
// (services/auto-uploads).
import { copyFile, type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../platform/log/index.ts'
import type { FileSink, UploadFailure, UploadPlace } from '../../ports/files/index.ts'
import type { AutoUploads } from '../../services/auto-uploads/index.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { TrafficMeter } from '../../services/traffic/index.ts'
import { diskNameOf } from './disk-name.ts'

/** Uploads of a device that are not complete; a further one takes the place of the oldest that does not go on. */
const MOST_PARTIAL = 4

export interface DevicePlaceDeps {
  readonly log: Log
  readonly autoUploads: Pick<AutoUploads, 'fileBytes' | 'locate' | 'ofOrigin' | 'partialFolder' | 'store'>
  readonly traffic: Pick<TrafficMeter, 'count'>
  /** Below its floor the disk belongs to everything else. */
  readonly takesData: () => boolean
}

/** Shared by all connections of the device. */
export class DevicePlace implements UploadPlace {
  readonly deviceId: string
  readonly #device: RegisteredDevice
  readonly #deps: DevicePlaceDeps
  readonly #folder: string
  readonly #endings = new Set<() => void>()
  /** Names on our disk, of what is being received. */
  readonly #receiving = new Map<string, Promise<void>>()
  #isClosed = false

  constructor(device: RegisteredDevice, deps: DevicePlaceDeps) {
    this.deviceId = device.deviceId
    this.#device = device
    this.#deps = deps
    this.#folder = deps.autoUploads.partialFolder(device.deviceId)
  }

  /** Nobody waits for it: there is nothing to note. */
  arrived(): void {}

  onClose(end: () => void): () => void {
    this.#endings.add(end)
    return () => this.#endings.delete(end)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const end of [...this.#endings]) end()
    await Promise.all(this.#receiving.values())
  }

  /** Of what is not complete, else of the file that came by this path. */
  async size(path: string): Promise<number | null> {
    const partial = await bytesOf(this.#pathOf(diskNameOf(path)))
    if (partial !== null) return partial
    return (await this.#deps.autoUploads.ofOrigin(this.#device.key, originOf(path)))?.bytes ?? null
  }

  async begin(path: string, from: 'start' | 'end' | number): Promise<FileSink | UploadFailure> {
    const name = diskNameOf(path)
    if (this.#receiving.has(name) || this.#isClosed) return 'busy'
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#receiving.set(name, promise)
    const over = (): void => {
      this.#receiving.delete(name)
      resolve()
    }
    try {
      const opened = await this.#open(path, name, from)
      if (typeof opened !== 'string') return this.#sink(path, name, opened, over)
      over()
      return opened
    } catch (error) {
      over()
      this.#deps.log.error({ err: error, deviceId: this.deviceId }, 'A file of a device cannot be begun')
      return 'failing'
    }
  }

  async #open(
    path: string,
    name: string,
    from: 'start' | 'end' | number,
  ): Promise<{ handle: FileHandle; at: number } | UploadFailure> {
    await mkdir(this.#folder, { recursive: true })
    const place = this.#pathOf(name)
    let size = await bytesOf(place)
    if (size === null && !(await this.#makeRoom())) return 'too-many-files'
    if (size === null && from !== 'start') size = await this.#copyEarlier(path, place)
    const at = from === 'start' ? 0 : from === 'end' ? (size ?? 0) : from
    if (at > (size ?? 0)) return 'no-such-place'
    const handle = await open(place, size === null ? 'wx' : 'r+')
    if (size !== null && at < size) await handle.truncate(at)
    return { handle, at }
  }

  /** A complete file that goes on: clients resume what they believe was cut. */
  async #copyEarlier(path: string, place: string): Promise<number | null> {
    const { autoUploads } = this.#deps
    const earlier = await autoUploads.ofOrigin(this.#device.key, originOf(path))
    if (earlier === null) return null
    await copyFile(autoUploads.locate(earlier), place)
    return await bytesOf(place)
  }

  async #makeRoom(): Promise<boolean> {
    const names = await readdir(this.#folder)
    if (names.length < MOST_PARTIAL) return true
    const idle = names.filter((name) => !this.#receiving.has(name))
    const ages = await Promise.all(idle.map(async (name) => ({ name, ms: (await stat(this.#pathOf(name))).mtimeMs })))
    const oldest = ages.sort((a, b) => a.ms - b.ms)[0]
    if (oldest === undefined) return false
    await rm(this.#pathOf(oldest.name), { force: true })
    return true
  }

  #sink(path: string, name: string, opened: { handle: FileHandle; at: number }, over: () => void): FileSink {
    const { autoUploads, takesData, traffic, log } = this.#deps
    const { handle } = opened
    let { at } = opened
    return {
      write: async (bytes) => {
        if (at + bytes.length > autoUploads.fileBytes) return 'full'
        if (!takesData()) return 'failing'
        try {
          for (let done = 0; done < bytes.length; ) {
            done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
          }
        } catch (error) {
          log.error({ err: error, deviceId: this.deviceId }, 'A file of a device cannot be written')
          return 'failing'
        }
        at += bytes.length
        traffic.count(this.#device.key, bytes.length, 0)
        return 'written'
      },
      close: async (complete) => {
        try {
          await handle.close()
          if (complete) await this.#store(path, name)
        } finally {
          over()
        }
      },
    }
  }

  async #store(path: string, name: string): Promise<void> {
    const { key, deviceId } = this.#device
    const file = this.#pathOf(name)
    const outcome = await this.#deps.autoUploads.store(
      {
        device: { key, deviceId },
        source: 'ftp',
        origin: originOf(path),
        name: textOf(path),
        fileS: null,
      },
      { file },
    )
    if (outcome === 'too-large') await rm(file, { force: true })
  }

  #pathOf(name: string): string {
    return join(this.#folder, name)
  }
}

function originOf(path: string): string {
  return `ftp:${diskNameOf(path)}`
}

/** Lines come as bytes: a name is UTF-8 where it can be. */
function textOf(path: string): string {
  const bytes = Buffer.from(path, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Another encoding that the device does not name.
    return path
  }
}

async function bytesOf(path: string): Promise<number | null> {
  return await stat(path).then(
    ({ size }) => size,
    () => null,
  )
}
