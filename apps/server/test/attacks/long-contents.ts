// A data folder with contents that take long to download, for a server that starts on it.
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { recordVideo } from '../devices/recorded-video.ts'

const MINUTES = 5
const POINTS = 100_000
const LOG_LINES = 40_000
/** Stereo: each side has half of it. */
const TALK_BYTES = 48 * 1024 * 1024

export interface LongContents {
  /** Unix seconds. */
  readonly startS: number
  readonly videoSeconds: number
  readonly trackSeconds: number
  readonly footageId: number
}

/** More of each kind than lies between a server and a client that does not read. `startMs` is the begin of a UTC day. */
export function addLongContents(data: string, deviceId: string, startMs: number): LongContents {
  const startS = startMs / 1000
  const media = join(data, 'media')
  for (const folder of [media, join(media, deviceId, 'footage', '1')]) {
    for (let minute = 0; minute < MINUTES; minute++) {
      recordVideo(folder, { deviceId, channel: 1, startMs: startMs + minute * 60_000, clip: 'road' })
    }
  }
  const day = new Date(startMs).toISOString().slice(0, 10)
  mkdirSync(join(data, 'device-log', day), { recursive: true })
  const line = (at: number): string => `${startMs + at} ${'a word of the log '.repeat(20)}\n`
  writeFileSync(
    join(data, 'device-log', day, `${deviceId}.log`),
    Array.from({ length: LOG_LINES }, (_, at) => line(at)).join(''),
  )
  const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
  const { key } = file.prepare('select key from devices where device_id = ?').get(deviceId) as { key: number }
  const point = file.prepare('insert into track_points values (?, ?, 24000000, 120000000, 300, 0, 0)')
  const footage =
    file.prepare(`insert into footage_tasks (id, device_key, device_id, start_ms, end_ms, channels, main_channels,
    audio, user_name, created_ms, state, reason, finished, filled, bytes) values (1, ?, ?, ?, ?, 1, 0, 0, 'x', ?, 'done', '', 1, 1, 1)`)
  file.transaction(() => {
    for (let n = 0; n < POINTS; n++) point.run(key, startS + n)
    footage.run(key, deviceId, startMs, startMs + MINUTES * 60_000, startMs)
  })()
  file.close()
  return { startS, videoSeconds: MINUTES * 60, trackSeconds: POINTS, footageId: 1 }
}

/** A long talk of a user; its number. */
export function addLongTalk(data: string, user: string, deviceId: string, startMs: number): number {
  const file = new BetterSqlite3(join(data, 'fleetglass.sqlite'))
  const path = `${user.replaceAll(/\W/g, '')}.wav`
  const add =
    file.prepare(`insert into talks (kind, user_id, user_name, address, device_ids, begin_ms, end_ms, update_ms, result, path,
    has_operator, has_device) select 'talk', id, name, '', ?, ?, ?, ?, '', ?, 1, 1 from users where name = ?`)
  const { lastInsertRowid } = add.run(deviceId, startMs, startMs + 1_000, startMs, path, user)
  file.close()
  mkdirSync(join(data, 'talks'), { recursive: true })
  const wav = openSync(join(data, 'talks', path), 'w')
  ftruncateSync(wav, TALK_BYTES)
  closeSync(wav)
  return Number(lastInsertRowid)
}
