// Belongs here: where recordings lie and how they are named. Does not: what is in a file.
import { access, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a path tells: `<deviceid>/<yyyymmdd>/<channel>/<hhmm>[-n].mp4`, times in UTC. */
export interface SegmentName {
  readonly deviceId: string
  readonly channel: number
  /** Unix ms of the minute's start. */
  readonly minuteMs: number
  /** 1, or the n of a further file of the same minute. */
  readonly part: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const PATH = /^([A-Za-z0-9._-]{1,31})\/(\d{4})(\d\d)(\d\d)\/(\d{1,3})\/(\d\d)(\d\d)(?:-(\d{1,4}))?\.mp4$/

/** What a recording is called that was set aside: its former name, this, and from the second one on a number. */
const SET_ASIDE = /\.damaged(?:-\d{1,4})?$/
const MAX_SET_ASIDE = 9_999

/** Path below the media folder of the `part`th file of a minute. */
export function segmentPath(deviceId: string, channel: number, startMs: number, part: number): string {
  const minute = new Date(startMs).toISOString()
  const suffix = part === 1 ? '' : `-${part}`
  return `${dayFolder(deviceId, startMs)}/${channel}/${minute.slice(11, 13)}${minute.slice(14, 16)}${suffix}.mp4`
}

/** `null` for a path that is none of ours. */
export function parseSegmentPath(path: string): SegmentName | null {
  const match = PATH.exec(path)
  if (match === null) return null
  const [, deviceId = '', year, month, day, channel, hour, minute, part] = match
  const minuteMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  if (Number.isNaN(minuteMs)) return null
  return { deviceId, channel: Number(channel), minuteMs, part: part === undefined ? 1 : Number(part) }
}

/** The same of a file that was set aside; `null` for any other. */
export function parseSetAsidePath(path: string): SegmentName | null {
  return SET_ASIDE.test(path) ? parseSegmentPath(path.replace(SET_ASIDE, '')) : null
}

function dayFolder(deviceId: string, timeMs: number): string {
  return `${deviceId}/${dayName(timeMs)}`
}

/** `yyyymmdd` of the day (UTC) a time lies in. */
export function dayName(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', '')
}

export interface ListedFiles {
  /** Of days that end after this time. */
  readonly fromMs?: number
  /** Of days that are over at this time. */
  readonly beforeMs?: number
  readonly deviceId?: string
  /** Also the recordings that were set aside. */
  readonly setAside?: boolean
  /** A folder that cannot be read is skipped and reported here; left out: it ends the walk with its error. */
  readonly onUnreadable?: (folder: string, error: NodeJS.ErrnoException) => void
}

/** The folder is made when it is missing. */
export async function openMediaFolder(root: string): Promise<MediaFolder> {
  await mkdir(root, { recursive: true })
  return new MediaFolder(root)
}

export class MediaFolder {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  absolute(path: string): string {
    return join(this.root, path)
  }

  async makeFolderOf(path: string): Promise<void> {
    await mkdir(dirname(this.absolute(path)), { recursive: true })
  }

  /** Makes a file's name, and the folders it lies in, safe from a power cut. */
  async syncFoldersOf(path: string): Promise<void> {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const handle = await open(this.absolute(folder))
      await handle.sync().finally(() => handle.close())
      if (folder === '.') return
    }
  }

  /** Removes a file and the folders it leaves empty. True when it was there. */
  async remove(path: string): Promise<boolean> {
    const existed = await unlink(this.absolute(path)).then(() => true, isMissing)
    // Channel, day; the device's own folder stays.
    for (const folder of [dirname(path), dirname(dirname(path))]) {
      const isRemoved = await rmdir(this.absolute(folder)).then(() => true, isKept)
      if (!isRemoved) break
    }
    return existed
  }

  /** Gives a file a name under which it is no recording any more, without taking one that exists; resolves with it. */
  async setAside(path: string): Promise<string> {
    for (let n = 1; n <= MAX_SET_ASIDE; n++) {
      const aside = `${path}.damaged${n === 1 ? '' : `-${n}`}`
      if (await this.has(aside)) continue
      await rename(this.absolute(path), this.absolute(aside))
      return aside
    }
    throw new Error(`${path} was set aside ${MAX_SET_ASIDE} times already`)
  }

  /** Ids of the devices that have a folder. */
  async deviceIds(): Promise<Set<string>> {
    return new Set(await this.#names(''))
  }

  /** Paths of what lies in a folder. */
  async filesIn(folder: string): Promise<Set<string>> {
    return new Set((await this.#names(folder)).map((name) => `${folder}/${name}`))
  }

  has(path: string): Promise<boolean> {
    return access(this.absolute(path)).then(() => true, isMissing)
  }

  async hasDevice(deviceId: string): Promise<boolean> {
    return (await this.#names(deviceId)).length > 0
  }

  /** Paths of recordings, device by device and day by day. */
  async *list(which: ListedFiles = {}): AsyncGenerator<string> {
    const firstDay = dayName(Math.max(0, (which.fromMs ?? 0) - DAY_MS))
    const endDay = which.beforeMs === undefined ? '9999' : dayName(which.beforeMs)
    const { onUnreadable } = which
    const namesIn = async (folder: string): Promise<string[]> => {
      if (onUnreadable === undefined) return await this.#names(folder)
      return await this.#names(folder).catch((error: NodeJS.ErrnoException) => {
        onUnreadable(folder, error)
        return []
      })
    }
    const isWanted = (path: string): boolean =>
      parseSegmentPath(path) !== null || (which.setAside === true && parseSetAsidePath(path) !== null)
    for (const deviceId of which.deviceId === undefined ? await namesIn('') : [which.deviceId]) {
      for (const day of await namesIn(deviceId)) {
        if (day < firstDay || day >= endDay) continue
        for (const channel of await namesIn(`${deviceId}/${day}`)) {
          const folder = `${deviceId}/${day}/${channel}`
          for (const file of await namesIn(folder)) if (isWanted(`${folder}/${file}`)) yield `${folder}/${file}`
        }
      }
    }
  }

  async #names(folder: string): Promise<string[]> {
    const names = await readdir(this.absolute(folder)).catch((error: NodeJS.ErrnoException) => {
      // A folder in it may go at any time; where the media folder itself is gone nothing is known of the files.
      if (folder !== '' && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
      throw error
    })
    return names.sort()
  }
}

/** The start of the minute a time lies in. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOENT') return false
  throw error
}

function isKept(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'ENOTEMPTY' || error.code === 'ENOENT' || error.code === 'EEXIST') return false
  throw error
}
