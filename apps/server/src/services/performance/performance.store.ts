import type { MeterName } from '@fleetglass/contract/performance'
import type { Database } from '../../platform/database/index.ts'

interface Tables {
  performance_records: {
    time_s: number
    server: string
    meter: MeterName
    count: number
    sum_us: number
    longest_us: number
  }
}

/** The work of one kind that a server did in a minute. */
export interface PerformanceRow {
  /** Unix seconds: start of the minute. */
  readonly timeS: number
  readonly server: string
  readonly meter: MeterName
  readonly count: number
  /** Microseconds, of all together and of the longest. */
  readonly sumUs: number
  readonly longestUs: number
}

/** The table of the servers' work. */
export interface PerformanceStore {
  /** A minute that is there already grows: the clock was set back, or the server was started again in it. */
  add(rows: readonly PerformanceRow[]): Promise<void>
  /** Both ends included, the newest first; at most `limit`. */
  find(range: { readonly firstS: number; readonly lastS: number }, limit: number): Promise<PerformanceRow[]>
  removeBefore(timeS: number): Promise<void>
}

export function createPerformanceStore(database: Database): PerformanceStore {
  const db = database.tables<Tables>()
  return {
    async add(rows) {
      await db
        .insertInto('performance_records')
        .values(rows.map(toRow))
        .onConflict((conflict) =>
          conflict.columns(['time_s', 'server', 'meter']).doUpdateSet((row) => ({
            count: row('performance_records.count', '+', row.ref('excluded.count')),
            sum_us: row('performance_records.sum_us', '+', row.ref('excluded.sum_us')),
            longest_us: row
              .case()
              .when('excluded.longest_us', '>', row.ref('performance_records.longest_us'))
              .then(row.ref('excluded.longest_us'))
              .else(row.ref('performance_records.longest_us'))
              .end(),
          })),
        )
        .execute()
    },
    async find({ firstS, lastS }, limit) {
      const rows = await db
        .selectFrom('performance_records')
        .selectAll()
        .where('time_s', '>=', firstS)
        .where('time_s', '<=', lastS)
        .orderBy('time_s', 'desc')
        .orderBy('server')
        .orderBy('meter')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        timeS: Number(row.time_s),
        server: row.server,
        meter: row.meter,
        count: row.count,
        sumUs: Number(row.sum_us),
        longestUs: Number(row.longest_us),
      }))
    },
    async removeBefore(timeS) {
      await db.deleteFrom('performance_records').where('time_s', '<', timeS).execute()
    },
  }
}

function toRow({ timeS, server, meter, count, sumUs, longestUs }: PerformanceRow): Tables['performance_records'] {
  return { time_s: timeS, server, meter, count, sum_us: sumUs, longest_us: longestUs }
}
