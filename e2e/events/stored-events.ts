// Events as a site has them after some days, written into its database while the server is down.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import type { Site } from '../../tools/site/site.ts'

const PICTURE = join(import.meta.dirname, '../../apps/simulator/clips/road-2.jpg')
const BEFORE_S = 15
const CLIP_S = 30

export interface EventRow {
  readonly device: string
  readonly timeS: number
  readonly code: number
  readonly name?: string
  readonly memo?: string
  readonly speedKmh?: number
  /** Its end, instead of its begin. */
  readonly isEnd?: boolean
  /** A clip, or a picture, of channel 1 is there. */
  readonly hasClip?: boolean
  readonly hasPicture?: boolean
  /** Why the clip of channel 2 could not be fetched, as a code of the error catalogue; `waiting` while it is not there yet. */
  readonly missing?: string
}

/** The devices are registered. Serial numbers follow the order of the rows, from 1 where there was no event before. */
export async function storeEvents(site: Site, rows: readonly EventRow[]): Promise<void> {
  await site.killServer()
  const database = new Database(join(site.dataDir, 'fleetglass.sqlite'))
  const keys = new Map(
    (database.prepare('select device_id, key from devices').all() as { device_id: string; key: number }[]).map(
      ({ device_id, key }) => [device_id, key],
    ),
  )
  const insert = database.prepare(`insert into events
    (device_key, time_s, code, change, name, memo, call, lat_e6, lng_e6, speed_dkmh, footage_mask, snapshot_mask, late, by_server, hidden,
     fence_name, updated_ms)
    values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, 0, 0, 0, '', ?)`)
  const insertMedia = database.prepare(`insert into event_media
    (event_id, channel, kind, state, percent, tries, start_s, end_s, path, bytes, reason, updated_ms)
    values (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`)
  database.transaction(() => {
    for (const [at, row] of rows.entries()) {
      const { timeS, isEnd = false, hasClip = false, hasPicture = false, speedKmh = 40 } = row
      const { lastInsertRowid: id } = insert.run(
        ...[keys.get(row.device), timeS, row.code, isEnd ? 'cover' : 'new', row.name ?? '', row.memo ?? ''],
        ...[24_078_600 + at * 11, 120_528_500 + at * 7, speedKmh * 10, hasClip ? 1 : 0, hasPicture ? 1 : 0],
        // No two changes have the same.
        timeS * 1000 + (at % 1000),
      )
      const range = [timeS - BEFORE_S, timeS - BEFORE_S + CLIP_S] as const
      if (hasClip)
        insertMedia.run(id, 1, 'footage', 'done', 100, ...range, clipOf(site, row, range[0]), 1, '', timeS * 1000)
      if (hasPicture)
        insertMedia.run(id, 1, 'snapshot', 'done', 100, timeS, timeS, pictureOf(site), 1, '', timeS * 1000)
      if (row.missing !== undefined) {
        const state = row.missing === 'waiting' ? 'waiting' : 'failed'
        const reason = state === 'waiting' ? '' : row.missing
        insertMedia.run(id, 2, 'footage', state, 0, null, null, null, 0, reason, timeS * 1000)
      }
    }
    database.prepare('update event_changes set last_ms = (select max(updated_ms) from events)').run()
  })()
  database.close()
  await site.startServer()
}

function clipOf(site: Site, { device }: EventRow, startS: number): string {
  const path = recordVideo(join(site.dataDir, 'event-media'), {
    deviceId: device,
    channel: 1,
    startMs: startS * 1000,
    seconds: CLIP_S,
    clip: 'driver-sub',
    sound: false,
  })
  return path.slice(site.dataDir.length + 1)
}

function pictureOf(site: Site): string {
  mkdirSync(join(site.dataDir, 'event-media'), { recursive: true })
  copyFileSync(PICTURE, join(site.dataDir, 'event-media', 'road.jpg'))
  return 'event-media/road.jpg'
}
