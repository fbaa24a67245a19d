// What a month of 500 vehicles leaves in a database of either kind, as far as reports read it.
import type { Database } from '../../apps/server/test/reports-alone.ts'

export const DEVICES = 500
export const EVENTS_A_DEVICE = 800
export const MONTH_S = Date.UTC(2026, 8, 1) / 1000
export const DAYS = 30
export const DAY_S = 86_400
/** Rows of one statement. */
const ROWS = 500
const SLOT_S = 900
/** Quarters of an hour in which a vehicle is under way, of each day. */
const SLOTS_A_DAY = 32
/** Recorded files of each day, of a minute each. */
const FILES_A_DAY = 20

export const devices = Array.from({ length: DEVICES }, (_, at) => ({
  key: at + 1,
  deviceId: `d${at + 1}`,
  driver: 'Ada',
  memo: `Line ${at + 1}`,
  plate: `AB-${at + 1}`,
}))

export async function storeMonth(database: Database): Promise<void> {
  for (const { key } of devices) {
    await insert(database, 'events', EVENTS_A_DEVICE, (at) => eventOf(key, at))
    await insert(database, 'track_sums', DAYS * SLOTS_A_DAY, (at) => sumOf(key, at))
    await insert(database, 'recordings', DAYS * FILES_A_DAY, (at) => recordingOf(key, at))
  }
}

async function insert(database: Database, table: string, count: number, rowOf: (at: number) => object): Promise<void> {
  const db = database.tables<Record<string, object>>()
  for (let from = 0; from < count; from += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, count - from) }, (_, at) => rowOf(from + at))
    await db.insertInto(table).values(rows).execute()
  }
}

function eventOf(key: number, at: number): object {
  return {
    device_key: key,
    time_s: MONTH_S + Math.floor((at * DAYS * DAY_S) / EVENTS_A_DEVICE),
    code: 16,
    change: 'new',
    name: 'Speeding',
    memo: 'at 95 km/h',
    call: 0,
    lat_e6: 25_030_000 + at,
    lng_e6: 121_560_000 + at,
    speed_dkmh: 950,
    late: 0,
  }
}

function sumOf(key: number, at: number): object {
  const slot = MONTH_S / SLOT_S + Math.floor(at / SLOTS_A_DAY) * (DAY_S / SLOT_S) + 32 + (at % SLOTS_A_DAY)
  const times = { first_s: slot * SLOT_S, last_s: (slot + 1) * SLOT_S - 1 }
  const moves = { distance_mm: 9_000_000, max_speed_dkmh: 700, driving_s: 600, standing_s: 300, stops: 1 }
  const rests = { stopped_s: 300, overspeeds: 0, stands_s: 0, idle_s: 120 }
  return { device_key: key, slot, points: 90, ...times, ...moves, ...rests }
}

function recordingOf(key: number, at: number): object {
  const day = Math.floor(at / FILES_A_DAY)
  const startMs = (MONTH_S + day * DAY_S + 8 * 3600 + (at % FILES_A_DAY) * 60) * 1000
  const path = `d${key}/${day}/1/${at}.mp4`
  const file = { channel: 1, bytes: 4_000_000, first_key_frame_offset: 0, path }
  return { device_key: key, start_ms: startMs, end_ms: startMs + 60_000, ...file }
}
