// Belongs here: which minutes of a device were ever recorded, whatever was deleted since. Does not: what can be played (recording.store.ts).
import { SLOT_S } from '@fleetglass/contract/tracks'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'

interface MinutesRow {
  device_key: number
  /** Unix time in quarters of an hour. */
  slot: number
  /** Bit n is the minute n of the quarter. */
  minutes: number
}

interface Tables {
  recording_minutes: MinutesRow
}

const MINUTE_MS = 60_000
const SLOT_MINUTES = SLOT_S / 60
const HOUR_SLOTS = 3_600 / SLOT_S
/** Rows a statement. */
const ROWS_A_STATEMENT = 1_000
/** Every minute of a quarter. */
const FULL = 2 ** SLOT_MINUTES - 1

/** Adds the minutes that closed files reach into. The same ones may be added again. */
export async function addMinutes(db: QueryExecutorProvider, segments: readonly Segment[]): Promise<void> {
  const rows = minutesOf(segments)
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) {
    const values = rows
      .slice(at, at + ROWS_A_STATEMENT)
      .map(({ device_key, slot, minutes }) => sql`(${sql.lit(device_key)}, ${sql.lit(slot)}, ${sql.lit(minutes)})`)
    await sql`insert into recording_minutes (device_key, slot, minutes) values ${sql.join(values)}
      on conflict (device_key, slot) do update set minutes = recording_minutes.minutes | excluded.minutes`.execute(db)
  }
}

/** In the order of the key, so that two writers never wait for each other. */
function minutesOf(segments: readonly Segment[]): readonly MinutesRow[] {
  const bits = new Map<number, Map<number, number>>()
  for (const { deviceKey, startMs, endMs } of segments) {
    const ofDevice = bits.get(deviceKey) ?? new Map<number, number>()
    bits.set(deviceKey, ofDevice)
    for (let minute = Math.floor(startMs / MINUTE_MS); minute * MINUTE_MS < endMs; minute++) {
      const slot = Math.floor(minute / SLOT_MINUTES)
      ofDevice.set(slot, (ofDevice.get(slot) ?? 0) | (1 << (minute % SLOT_MINUTES)))
    }
  }
  return [...bits]
    .flatMap(([device_key, slots]) => [...slots].map(([slot, minutes]) => ({ device_key, slot, minutes })))
    .sort((one, other) => one.device_key - other.device_key || one.slot - other.slot)
}

export type RecordedMinutes = ReturnType<typeof createRecordedMinutes>

/** How many minutes devices were recorded. */
export function createRecordedMinutes(database: Database) {
  const db = database.tables<Tables>()
  return {
    /** By device key, over quarters of an hour `[from, to)`; a device without a minute has none. */
    async totals(
      deviceKeys: readonly number[],
      { from, to }: { readonly from: number; readonly to: number },
    ): Promise<ReadonlyMap<number, number>> {
      const query = db
        .selectFrom('recording_minutes')
        .select(['device_key', sql<number>`sum(${countOfBits})`.as('count')])
        .where('device_key', 'in', deviceKeys)
        .where('slot', '>=', from)
        .where('slot', '<', to)
        .groupBy('device_key')
      const values = await database.readNumbers(query.compile())
      return new Map(Array.from({ length: values.length / 2 }, (_, row) => [values[2 * row]!, values[2 * row + 1]!]))
    },
    /** Minutes of each hour from a quarter of an hour on, by device key; a device without a minute has none. */
    async hours(
      deviceKeys: readonly number[],
      { from, hours }: { readonly from: number; readonly hours: number },
    ): Promise<ReadonlyMap<number, readonly number[]>> {
      const found = new Map<number, number[]>()
      if (deviceKeys.length === 0) return found
      const hour = sql<number>`(slot - ${sql.lit(from)}) / ${sql.lit(HOUR_SLOTS)}`
      const query = db
        .selectFrom('recording_minutes')
        .select(['device_key', hour.as('hour'), sql<number>`sum(${countOfBits})`.as('count')])
        .where('device_key', 'in', deviceKeys)
        .where('slot', '>=', from)
        .where('slot', '<', from + hours * HOUR_SLOTS)
        .groupBy(['device_key', hour])
      const values = await database.readNumbers(query.compile())
      for (let at = 0; at < values.length; at += 3) {
        const ofDevice = found.get(values[at]!) ?? Array.from({ length: hours }, () => 0)
        found.set(values[at]!, ofDevice)
        ofDevice[values[at + 1]!] = values[at + 2]!
      }
      return found
    },
    /** Device by device, by the key: one statement over all would hold up the recorder. */
    async removeBefore(slot: number, signal: AbortSignal): Promise<void> {
      for (let key = -1; !signal.aborted; ) {
        const row = await db
          .selectFrom('recording_minutes')
          .select('device_key')
          .where('device_key', '>', key)
          .orderBy('device_key')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) return
        key = row.device_key
        await db.deleteFrom('recording_minutes').where('device_key', '=', key).where('slot', '<', slot).execute()
      }
    },
  }
}

/** Most quarters are recorded as a whole. */
const countOfBits: RawBuilder<number> = sql`case minutes when ${sql.lit(FULL)} then ${sql.lit(SLOT_MINUTES)} else ${sql.join(
  Array.from({ length: SLOT_MINUTES }, (_, bit) => sql`((minutes >> ${sql.lit(bit)}) & 1)`),
  sql` + `,
)} end`
