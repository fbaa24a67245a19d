import type { Database } from '../../platform/database/index.ts'
import type { DayRange, DayTraffic } from './device-traffic.types.ts'

interface Tables {
  /** One row: the batch that was added last. */
  device_traffic_batches: { id: number; batch: string }
  device_traffic: { device_key: number; day: number; bytes_in: number; bytes_out: number }
}

/** Rows of one statement: the database is not to be held for long. */
const BATCH = 500

/** Rows that are written together; `id` is unique. */
export interface TrafficBatch {
  readonly id: string
  readonly rows: readonly DayTraffic[]
}

/** The table of bytes by device and day. */
export interface TrafficStore {
  /** Adds to what is there, once: the batch that was added last is not added again. */
  add(batch: TrafficBatch): Promise<void>
  /** Bytes of each device on some days, both ways. */
  sums(days: DayRange): Promise<ReadonlyMap<number, number>>
  /** Rows of some devices, by device and day. */
  days(deviceKeys: readonly number[], days: DayRange): Promise<DayTraffic[]>
}

export function createTrafficStore(database: Database): TrafficStore {
  const db = database.tables<Tables>()
  return {
    async add({ id, rows }) {
      await db.transaction().execute(async (transaction) => {
        const last = await transaction.selectFrom('device_traffic_batches').select('batch').executeTakeFirst()
        if (last?.batch === id) return
        await transaction
          .insertInto('device_traffic_batches')
          .values({ id: 1, batch: id })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ batch: id }))
          .execute()
        for (let at = 0; at < rows.length; at += BATCH) {
          await transaction
            .insertInto('device_traffic')
            .values(rows.slice(at, at + BATCH).map(toRow))
            .onConflict((conflict) =>
              conflict.columns(['device_key', 'day']).doUpdateSet((row) => ({
                bytes_in: row('device_traffic.bytes_in', '+', row.ref('excluded.bytes_in')),
                bytes_out: row('device_traffic.bytes_out', '+', row.ref('excluded.bytes_out')),
              })),
            )
            .execute()
        }
      })
    },
    async sums({ first, last }) {
      const rows = await db
        .selectFrom('device_traffic')
        .select(({ fn }) => [
          'device_key',
          fn.sum<number>('bytes_in').as('inwards'),
          fn.sum<number>('bytes_out').as('outwards'),
        ])
        .where('day', '>=', first)
        .where('day', '<=', last)
        .groupBy('device_key')
        .execute()
      return new Map(rows.map((row) => [row.device_key, Number(row.inwards) + Number(row.outwards)]))
    },
    async days(deviceKeys, { first, last }) {
      const rows = await db
        .selectFrom('device_traffic')
        .selectAll()
        .where('device_key', 'in', deviceKeys)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .orderBy('device_key')
        .orderBy('day')
        .execute()
      return rows.map((row) => ({
        deviceKey: row.device_key,
        day: row.day,
        bytesIn: Number(row.bytes_in),
        bytesOut: Number(row.bytes_out),
      }))
    },
  }
}

function toRow({ deviceKey, day, bytesIn, bytesOut }: DayTraffic): Tables['device_traffic'] {
  return { device_key: deviceKey, day, bytes_in: bytesIn, bytes_out: bytesOut }
}
