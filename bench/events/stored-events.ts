// A site with a million stored events, in a database of either kind.
import { migrations } from '../../apps/server/migrations/index.ts'
import { type Database, openDatabase, systemClock } from '../../apps/server/test/reports-alone.ts'

export const DEVICES = 5_000
/** Devices of the group whose user asks. */
export const VISIBLE = 500
export const EVENTS = 1_000_000
/** The events are spread over these days; a month of them is queried. */
export const DAYS = 60
export const START_S = Date.UTC(2026, 7, 1) / 1000
export const DAY_S = 86_400
/** Begin of the hour in which events of all days were checked or given a memo. */
export const LAST_HOUR_S = START_S + DAYS * DAY_S - 3_600
const CHANGED_LATELY = 50
/** One event of so many has footage and two snapshots. */
const WITH_MEDIA = 40
/** Half of the events are of the first, a thousandth of the last. */
export const CODES = [16, 3, 21, 51, 9] as const
/** Rows of one statement. */
const ROWS = 1_000

/** Fills an empty database, with a million events where no number is given; answers the id of the group with the visible devices. */
export async function storeEvents(location: string, events = EVENTS): Promise<string> {
  const onFailure = (error: Error): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  try {
    const groupId = await storeDevices(database)
    const random = generator(11)
    const db = database.tables<{
      events: object
      event_media: object
      event_changes: { id: number; last_ms: number }
    }>()
    for (let from = 0; from < events; from += ROWS) {
      const rows = Array.from({ length: ROWS }, (_, at) => eventOf(from + at, events, random))
      await db.insertInto('events').values(rows).execute()
      // Numbers of events begin with 1.
      const serials = rows.map((_, at) => from + at + 1).filter((serial) => hasMedia(serial - 1))
      await db.insertInto('event_media').values(serials.flatMap(mediaOf)).execute()
    }
    await db
      .updateTable('event_changes')
      .set({ last_ms: (START_S + DAYS * DAY_S) * 1000 })
      .where('id', '=', 1)
      .execute()
    return String(groupId)
  } finally {
    await database.close()
  }
}

export async function storeDevices(database: Database): Promise<number> {
  const db = database.tables<{
    groups: { id: number }
    devices: object
    device_channels: object
    device_groups: object
  }>()
  const { id } = await db
    .insertInto('groups')
    .values({ parent_id: 1, name: 'Depot' } as object as { id: number })
    .returning('id')
    .executeTakeFirstOrThrow()
  const texts = ['driver', 'memo', 'plate', 'external_id', 'map_location']
  const common = { video: 'live-only', retention_days: 0, utc_offset_minutes: 480, icon: 0, talk_channel: 1 }
  for (let from = 0; from < DEVICES; from += ROWS) {
    const numbers = Array.from({ length: ROWS }, (_, at) => from + at)
    const devices = numbers.map((n) => ({
      ...Object.fromEntries(texts.map((name) => [name, ''])),
      ...common,
      device_id: `d${n}`,
    }))
    const channel = { number: 1, enabled: 1, record: 1, stream: 'main' }
    const group = (n: number) => (n % (DEVICES / VISIBLE) === 0 ? id : 1)
    await db.insertInto('devices').values(devices).execute()
    await db
      .insertInto('device_channels')
      .values(numbers.map((n) => ({ device_key: n + 1, ...channel })))
      .execute()
    await db
      .insertInto('device_groups')
      .values(numbers.map((n) => ({ device_key: n + 1, position: 0, group_id: group(n) })))
      .execute()
  }
  return id
}

/** The event with this number of as many as there are. */
function eventOf(n: number, events: number, random: () => number): object {
  const timeS = START_S + Math.floor((n * DAYS * DAY_S) / events)
  const part = random()
  const code = CODES[part < 0.5 ? 0 : part < 0.8 ? 1 : part < 0.95 ? 2 : part < 0.999 ? 3 : 4]
  const isPlaced = random() > 0.1
  return {
    device_key: 1 + Math.floor(random() * DEVICES),
    time_s: timeS,
    code,
    change: n % 3 === 2 ? 'cover' : 'new',
    name: '',
    memo: 'at 95 km/h',
    call: 0,
    lat_e6: isPlaced ? 25_030_000 + (n % 10_000) : null,
    lng_e6: isPlaced ? 121_560_000 + (n % 10_000) : null,
    speed_dkmh: isPlaced ? Math.floor(random() * 1200) : null,
    late: 0,
    updated_ms: n % CHANGED_LATELY === 0 ? (LAST_HOUR_S + 1) * 1000 + n : timeS * 1000 + (n % 1000),
    checked: random() < 0.8 ? 1 : 0,
    ...(hasMedia(n) ? { snapshot_mask: 0b11, footage_mask: 1, completed: 1, tries: 1 } : noMedia),
  }
}

const noMedia = { snapshot_mask: 0, footage_mask: 0, completed: 0, tries: 0 }
const hasMedia = (n: number): boolean => n % WITH_MEDIA === 1

/** Footage of channel 1, snapshots of channels 1 and 2. */
function mediaOf(serial: number): object[] {
  const done = { state: 'done', percent: 100, tries: 1, start_s: START_S, end_s: START_S + 20, bytes: 100_000 }
  const file = (kind: string, channel: number, path: string) => ({
    ...done,
    event_id: serial,
    kind,
    channel,
    path,
    reason: '',
    updated_ms: START_S * 1000,
  })
  return [
    file('footage', 1, `event-media/d/${serial}-ch1.mp4`),
    file('snapshot', 1, `snapshots/d/${serial}-ch1.jpg`),
    file('snapshot', 2, `snapshots/d/${serial}-ch2.jpg`),
  ]
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
