import { type Kysely, sql } from 'kysely'
import { clustered, type Migration } from '../src/platform/database/index.ts'

/** Devices are stored as the device model names them, their channels in rows of their own; bit strings and short names go. */
export const deviceModel: Migration = {
  name: '0025-device-model',
  async up(db, traits) {
    const table = db.schema
      .createTable('device_channels')
      .addColumn('device_key', 'integer', (column) => column.notNull().references('devices.key'))
      // 1 is the first.
      .addColumn('number', 'integer', (column) => column.notNull())
      // NULL: it was given none.
      .addColumn('name', 'text')
      .addColumn('enabled', 'integer', (column) => column.notNull())
      // 1: in the recording plan.
      .addColumn('record', 'integer', (column) => column.notNull())
      // main or sub.
      .addColumn('stream', 'text', (column) => column.notNull())
      // Place in the order of display; NULL: after those that have one.
      .addColumn('position', 'integer')
      .addPrimaryKeyConstraint('device_channels_key', ['device_key', 'number'])
    await clustered(traits, table).execute()
    await carryChannels(db as Kysely<Tables>)
    for (const name of ['channels', 'chmask', 'recplan', 'streamtype', 'chnames', 'chsort']) {
      await db.schema.alterTable('devices').dropColumn(name).execute()
    }
    await nameModes(db, 'recenable', 'video', ['forbidden', 'live-only', 'record-enabled', 'record-planned'])
    await nameModes(db, 'recaudio', 'audio', ['forbidden', 'single', 'single-recorded', 'multi', 'multi-recorded'])
    for (const [before, after] of renamed) {
      await db.schema.alterTable('devices').renameColumn(before, after).execute()
    }
  },
}

const renamed = [
  ['recdays', 'retention_days'],
  ['eventdays', 'event_retention_days'],
  ['netlimit', 'traffic_limit_enforced'],
  ['maxnetflow', 'traffic_limit_kb'],
  ['videolossinterval', 'video_loss_interval_s'],
  ['gpstzenable', 'time_zone_follows_position'],
  ['talkch', 'talk_channel'],
  ['vehicleid', 'memo'],
  ['extid', 'external_id'],
  ['driverlicense', 'driver_licence'],
  ['maplocation', 'map_location'],
] as const

/** The numbers of the old column begin with -1. */
async function nameModes(db: Kysely<unknown>, before: string, after: string, names: readonly string[]): Promise<void> {
  const first = names[0] as string
  await db.schema
    .alterTable('devices')
    .addColumn(after, 'text', (column) => column.notNull().defaultTo(first))
    .execute()
  for (const [index, name] of names.entries()) {
    const [column, old] = [sql.ref(after), sql.ref(before)]
    await sql`update devices set ${column} = ${name} where ${old} = ${sql.lit(index - 1)}`.execute(db)
  }
  await db.schema.alterTable('devices').dropColumn(before).execute()
}

interface OldDevice {
  key: number
  channels: number
  chmask: string
  recplan: string
  streamtype: string
  chnames: string
  chsort: string
}

interface Channel {
  device_key: number
  number: number
  name: string | null
  enabled: number
  record: number
  stream: string
  position: number | null
}

interface Tables {
  devices: OldDevice
  device_channels: Channel
}

const DEVICES_AT_ONCE = 500
/** Seven values each; a statement has at most 32 766. */
const CHANNELS_AT_ONCE = 1000

async function carryChannels(db: Kysely<Tables>): Promise<void> {
  for (let after = 0; ; ) {
    const devices = await db
      .selectFrom('devices')
      .select(['key', 'channels', 'chmask', 'recplan', 'streamtype', 'chnames', 'chsort'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(DEVICES_AT_ONCE)
      .execute()
    const last = devices.at(-1)
    if (last === undefined) return
    after = last.key
    const channels = devices.flatMap(channelsOf)
    for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE) {
      await db
        .insertInto('device_channels')
        .values(channels.slice(at, at + CHANNELS_AT_ONCE))
        .execute()
    }
  }
}

/** As the server read the strings: a channel beyond the mask or the plan is on, one beyond the streams is the sub stream. */
function channelsOf({ key, channels, chmask, recplan, streamtype, chnames, chsort }: OldDevice): Channel[] {
  const names = chnames === '' ? [] : chnames.split(',')
  const order = [...new Set(chsort.split(',').map(Number))].filter((number) => number >= 1 && number <= channels)
  return Array.from({ length: channels }, (_, index) => {
    const position = order.indexOf(index + 1)
    return {
      device_key: key,
      number: index + 1,
      name: names[index] ?? null,
      enabled: chmask[index] === '0' ? 0 : 1,
      record: recplan[index] === '0' ? 0 : 1,
      stream: streamtype[index] === '1' ? 'main' : 'sub',
      position: position < 0 ? null : position,
    }
  })
}
