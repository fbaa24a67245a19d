import { SLOT_S } from '@fleetglass/contract/tracks'
import type { TripState } from '@fleetglass/geo'
import { sql } from 'kysely'
import type { Database, NumberRows } from '../../platform/database/index.ts'
import type { PointRow } from './point-format.ts'
import { type SlotSum, summedPoint } from './slot-sum.ts'

interface SumRow {
  device_key: number
  slot: number
  points: number
  first_s: number
  last_s: number
  distance_mm: number
  max_speed_dkmh: number
  driving_s: number
  standing_s: number
  stops: number
  stopped_s: number
  overspeeds: number
  stands_s: number
  idle_s: number
}

interface Tables {
  track_points: PointRow
  track_sums: SumRow
  track_marks: { device_key: number; slot: number; mark: number }
}

/** A slot whose sum is to be made anew. */
export interface Mark {
  readonly deviceKey: number
  readonly slot: number
  readonly mark: number
}

/** What a device did on one day. */
export interface DaySum {
  readonly deviceKey: number
  /** Days since 1970 in the zone that was asked. */
  readonly day: number
  readonly distanceMm: number
  readonly maxSpeedDkmh: number
  readonly firstS: number
  readonly lastS: number
  readonly drivingS: number
  readonly standingS: number
  /** Of the standing, that with the ignition on. */
  readonly idleS: number
  readonly points: number
}

/** How far a device drove in a half hour. */
export interface HalfHourSum {
  readonly deviceKey: number
  /** The first of its two slots. */
  readonly slot: number
  readonly distanceMm: number
}

/** What a device did in a range. */
export interface RangeSum {
  readonly deviceKey: number
  readonly distanceMm: number
  readonly drivingS: number
  readonly idleS: number
}

/** Slots `[from, to)`. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

export type TrackSumsStore = ReturnType<typeof createTrackSumsStore>

const COLUMNS = [
  ...['device_key', 'slot', 'points', 'first_s', 'last_s', 'distance_mm', 'max_speed_dkmh'],
  ...['driving_s', 'standing_s', 'stops', 'stopped_s', 'overspeeds', 'stands_s', 'idle_s'],
] as (keyof SumRow)[]

const SLOTS_A_DAY = 86_400 / SLOT_S

const POINT = ['time_s', 'lat_e6', 'lng_e6', 'motion'] as const

export function createTrackSumsStore(database: Database) {
  const db = database.tables<Tables>()
  const sums = (deviceKey: number) => db.selectFrom('track_sums').where('device_key', '=', deviceKey)
  const pointAt = async (deviceKey: number, timeS: number): Promise<TripState['last'] | null> => {
    const query = db
      .selectFrom('track_points')
      .select(POINT)
      .where('device_key', '=', deviceKey)
      .where('time_s', '=', timeS)
    const values = await database.readNumbers(query.compile())
    return values.length === 0 ? null : summedPoint(values, 0)
  }
  return {
    /** Marks of slots before `endSlot`, by device and slot. */
    async marks(endSlot: number, limit: number): Promise<Mark[]> {
      const marks = db.selectFrom('track_marks').select(['device_key', 'slot', 'mark'])
      const rows = await marks.where('slot', '<', endSlot).orderBy('device_key').orderBy('slot').limit(limit).execute()
      return rows.map(toMark)
    },

    async marksOf(deviceKeys: readonly number[]): Promise<Mark[]> {
      const marks = db.selectFrom('track_marks').select(['device_key', 'slot', 'mark'])
      const rows = await marks.where('device_key', 'in', deviceKeys).orderBy('device_key').orderBy('slot').execute()
      return rows.map(toMark)
    },

    /** Points of a device in one slot, `SUMMED_WIDTH` numbers each. */
    points(deviceKey: number, slot: number): Promise<Float64Array> {
      const query = db
        .selectFrom('track_points')
        .select(POINT)
        .where('device_key', '=', deviceKey)
        .where('time_s', '>=', slot * SLOT_S)
        .where('time_s', '<', (slot + 1) * SLOT_S)
        .orderBy('time_s')
      return database.readNumbers(query.compile())
    },

    /** The slot of the first point behind a slot; `null` behind the last. */
    async slotAfter(deviceKey: number, slot: number): Promise<number | null> {
      const row = await db
        .selectFrom('track_points')
        .select('time_s')
        .where('device_key', '=', deviceKey)
        .where('time_s', '>=', (slot + 1) * SLOT_S)
        .orderBy('time_s')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? null : Math.floor(row.time_s / SLOT_S)
    },

    /** Where the newest sum before a slot stands, and whose it is. */
    async before(deviceKey: number, slot: number): Promise<{ slot: number; state: TripState } | null> {
      const newest = sums(deviceKey)
        .select(['slot', 'last_s', 'stands_s'])
        .where('slot', '<', slot)
        .orderBy('slot', 'desc')
        .limit(1)
      const found = await database.readNumbers(newest.compile())
      if (found.length === 0) return null
      // A statement of its own: the time says in which partition the point lies.
      const last = await pointAt(deviceKey, found[1]!)
      return last === null ? null : { slot: found[0]!, state: { last, standingS: found[2]! } }
    },

    /** Where a kept sum stands at its last point. */
    async stateAt(deviceKey: number, { lastS, standsS }: SlotSum): Promise<TripState | null> {
      const last = await pointAt(deviceKey, lastS)
      return last === null ? null : { last, standingS: standsS }
    },

    /** Sums of a device by slot. */
    async of(deviceKey: number, { from, to }: SlotRange): Promise<SlotSum[]> {
      const query = sums(deviceKey).select(COLUMNS).where('slot', '>=', from).where('slot', '<', to).orderBy('slot')
      return readSums(await database.readNumbers(query.compile()))
    },

    /** Sums of some devices by device and day, in a zone that is `offsetSlots` before UTC. */
    async days(deviceKeys: readonly number[], { from, to }: SlotRange, offsetSlots: number): Promise<DaySum[]> {
      const day = sql<number>`(slot + ${sql.lit(offsetSlots)}) / ${sql.lit(SLOTS_A_DAY)}`
      const query = db
        .selectFrom('track_sums')
        .select((row) => [
          'device_key',
          day.as('day'),
          row.fn.sum<number>('distance_mm').as('distance_mm'),
          row.fn.max('max_speed_dkmh').as('max_speed_dkmh'),
          row.fn.min('first_s').as('first_s'),
          row.fn.max('last_s').as('last_s'),
          row.fn.sum<number>('driving_s').as('driving_s'),
          row.fn.sum<number>('standing_s').as('standing_s'),
          row.fn.sum<number>('points').as('points'),
          row.fn.sum<number>('idle_s').as('idle_s'),
        ])
        .where('device_key', 'in', deviceKeys)
        .where('slot', '>=', from)
        .where('slot', '<', to)
        .groupBy(['device_key', day])
        .orderBy('device_key')
        .orderBy(day)
      return readDays(await database.readNumbers(query.compile()))
    },

    /** Distances of some devices by device and half hour, counted from the begin of the range; those without a movement are left out. */
    async halfHours(deviceKeys: readonly number[], { from, to }: SlotRange): Promise<HalfHourSum[]> {
      const half = sql<number>`(slot - ${sql.lit(from)}) / 2`
      const query = db
        .selectFrom('track_sums')
        .select((row) => ['device_key', half.as('half'), row.fn.sum<number>('distance_mm').as('distance_mm')])
        .where('device_key', 'in', deviceKeys)
        .where('slot', '>=', from)
        .where('slot', '<', to)
        .where('distance_mm', '>', 0)
        .groupBy(['device_key', half])
        .orderBy('device_key')
        .orderBy(half)
      return readHalfHours(await database.readNumbers(query.compile()), from)
    },

    /** Sums of some devices over a range; one without a point in it has none. */
    async totals(deviceKeys: readonly number[], { from, to }: SlotRange): Promise<RangeSum[]> {
      const query = db
        .selectFrom('track_sums')
        .select((row) => [
          'device_key',
          row.fn.sum<number>('distance_mm').as('distance_mm'),
          row.fn.sum<number>('driving_s').as('driving_s'),
          row.fn.sum<number>('idle_s').as('idle_s'),
        ])
        .where('device_key', 'in', deviceKeys)
        .where('slot', '>=', from)
        .where('slot', '<', to)
        .groupBy('device_key')
      return readTotals(await database.readNumbers(query.compile()))
    },

    write(rows: readonly { readonly deviceKey: number; readonly sum: SlotSum }[]): Promise<void> {
      return database.insertNumbers(writeSums(rows))
    },

    /** Takes marks away, but not those that were set anew meanwhile. */
    async unmark(marks: readonly Mark[]): Promise<void> {
      for (let from = 0; from < marks.length; from += MARKS_A_STATEMENT) {
        const some = marks.slice(from, from + MARKS_A_STATEMENT)
        await db
          .deleteFrom('track_marks')
          .where((row) =>
            row.or(
              some.map(({ deviceKey, slot, mark }) =>
                row.and([row('device_key', '=', deviceKey), row('slot', '=', slot), row('mark', '=', mark)]),
              ),
            ),
          )
          .execute()
      }
    },
  }
}

/** Far below the depth of an expression that SQLite takes (1 000). */
const MARKS_A_STATEMENT = 200

function toMark({ device_key, slot, mark }: { device_key: number; slot: number; mark: number }): Mark {
  return { deviceKey: device_key, slot, mark }
}

function writeSums(rows: readonly { readonly deviceKey: number; readonly sum: SlotSum }[]): NumberRows {
  const values = rows.flatMap(({ deviceKey, sum }) => {
    const { slot, points, firstS, lastS, maxSpeedDkmh, standsS, totals } = sum
    const { drivingS, standingS, stops, stoppedS, overspeeds, idleS } = totals
    const distanceMm = Math.round(totals.distanceM * 1000)
    const counted = [drivingS, standingS, stops, stoppedS, overspeeds, standsS, idleS]
    return [deviceKey, slot, points, firstS, lastS, distanceMm, maxSpeedDkmh, ...counted]
  })
  return {
    table: 'track_sums',
    columns: COLUMNS,
    values: Float64Array.from(values),
    onConflict: { key: ['device_key', 'slot'], action: 'replace' },
  }
}

function readSums(values: Float64Array): SlotSum[] {
  const width = COLUMNS.length
  return Array.from({ length: values.length / width }, (_, row) => {
    const [, slot, points, firstS, lastS, distanceMm, maxSpeedDkmh, ...rest] = values.subarray(
      row * width,
      (row + 1) * width,
    ) as never as Row
    const [drivingS, standingS, stops, stoppedS, overspeeds, standsS, idleS] = rest
    const totals = { distanceM: distanceMm / 1000, drivingS, standingS, idleS, stops, stoppedS, overspeeds }
    return { slot, points, firstS, lastS, maxSpeedDkmh, totals, standsS }
  })
}

type Seven = [number, number, number, number, number, number, number]
type Row = [...Seven, ...Seven]

const DAY_WIDTH = 10

function readDays(values: Float64Array): DaySum[] {
  return Array.from({ length: values.length / DAY_WIDTH }, (_, row) => {
    const at = row * DAY_WIDTH
    return {
      deviceKey: values[at]!,
      day: values[at + 1]!,
      distanceMm: values[at + 2]!,
      maxSpeedDkmh: values[at + 3]!,
      firstS: values[at + 4]!,
      lastS: values[at + 5]!,
      drivingS: values[at + 6]!,
      standingS: values[at + 7]!,
      points: values[at + 8]!,
      idleS: values[at + 9]!,
    }
  })
}

const HALF_HOUR_WIDTH = 3

function readHalfHours(values: Float64Array, from: number): HalfHourSum[] {
  return Array.from({ length: values.length / HALF_HOUR_WIDTH }, (_, row) => {
    const at = row * HALF_HOUR_WIDTH
    return { deviceKey: values[at]!, slot: from + 2 * values[at + 1]!, distanceMm: values[at + 2]! }
  })
}

const RANGE_WIDTH = 4

function readTotals(values: Float64Array): RangeSum[] {
  return Array.from({ length: values.length / RANGE_WIDTH }, (_, row) => {
    const at = row * RANGE_WIDTH
    return {
      deviceKey: values[at]!,
      distanceMm: values[at + 1]!,
      drivingS: values[at + 2]!,
      idleS: values[at + 3]!,
    }
  })
}
