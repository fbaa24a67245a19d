// Belongs here: what recordings are called. Does not: where they are stored (platform/media-store), what is in a file.

import { splitSlot } from '../../platform/media-store/index.ts'

/** The parts of a path: `[@<uuid>/]<deviceid>/<yyyymmdd>/<channel>/<hhmm>[-n].mp4`, times in UTC. */
export interface SegmentName {
  readonly deviceId: string
  readonly channel: number
  /** Unix ms of the minute's start. */
  readonly minuteMs: number
  /** 1, or the n of a further file of the same minute. */
  readonly part: number
}

const MINUTE_MS = 60_000
const PATH = /^([A-Za-z0-9._-]{1,31})\/(\d{4})(\d\d)(\d\d)\/(\d{1,3})\/(\d\d)(\d\d)(?:-(\d{1,4}))?\.mp4$/

/** What a recording is called that was set aside: its former name, this, and from the second one on a number. */
const SET_ASIDE = /\.damaged(?:-\d{1,4})?$/

/** Path below the media folder, or on a media slot, of the `part`th file of a minute. */
export function segmentPath(deviceId: string, channel: number, startMs: number, part: number): string {
  const minute = new Date(startMs).toISOString()
  const suffix = part === 1 ? '' : `-${part}`
  return `${dayFolder(deviceId, startMs)}/${channel}/${minute.slice(11, 13)}${minute.slice(14, 16)}${suffix}.mp4`
}

/** `null` for a path that is none of ours. */
export function parseSegmentPath(path: string): SegmentName | null {
  const match = PATH.exec(splitSlot(path).below)
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

/** The start of the minute a time lies in. */
export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS
}
