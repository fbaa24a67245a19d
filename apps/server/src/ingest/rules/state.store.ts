import type { Database } from '../../platform/database/index.ts'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import { type PointRow, readPoint } from '../../services/tracks/index.ts'

export interface StateRow {
  device_key: number
  turn: number
  judged_s: number
  lat_e6: number
  lng_e6: number
  newest_rule: number
  /** JSON. */
  within: string
  too_fast: 0 | 1
  standing_since_s: number
  idle: number
}

interface Tables {
  rule_states: StateRow
  track_points: PointRow
}

/** Rows of one statement. */
const ROWS = 500
/** Points of one page. */
const PAGE = 2_000

/** The tables of positions and of rule states. */
export type StateTables = Pick<Database, 'tables'>

/** Rule states by device key. */
export interface StateStore {
  all(): Promise<StateRow[]>
  /** `tables`: the transaction of the caller. A state older than the stored one is skipped. */
  save(rows: readonly StateRow[], tables?: StateTables): Promise<void>
  forget(deviceKey: number): Promise<void>
  /** Stored points after the last evaluated one and not before a time, by device and time. */
  unevaluated(sinceS: number): AsyncGenerator<TrackPoint[]>
}

export function createStateStore(database: StateTables): StateStore {
  const db = database.tables<Tables>()
  return {
    all: () => db.selectFrom('rule_states').selectAll().execute(),
    async save(rows, tables = database) {
      for (let from = 0; from < rows.length; from += ROWS) {
        await tables
          .tables<Tables>()
          .insertInto('rule_states')
          .values(rows.slice(from, from + ROWS))
          .onConflict((conflict) =>
            conflict
              .column('device_key')
              .doUpdateSet(({ ref }) => ({
                turn: ref('excluded.turn'),
                judged_s: ref('excluded.judged_s'),
                lat_e6: ref('excluded.lat_e6'),
                lng_e6: ref('excluded.lng_e6'),
                newest_rule: ref('excluded.newest_rule'),
                within: ref('excluded.within'),
                too_fast: ref('excluded.too_fast'),
                standing_since_s: ref('excluded.standing_since_s'),
                idle: ref('excluded.idle'),
              }))
              .whereRef('excluded.turn', '>', 'rule_states.turn'),
          )
          .execute()
      }
    },
    async forget(deviceKey) {
      await db.deleteFrom('rule_states').where('device_key', '=', deviceKey).execute()
    },
    async *unevaluated(sinceS) {
      let [lastKey, lastS] = [-1, 0]
      for (;;) {
        const rows = await db
          .selectFrom('rule_states as state')
          .innerJoin('track_points as point', (join) =>
            join
              .onRef('point.device_key', '=', 'state.device_key')
              .onRef('point.time_s', '>', 'state.judged_s')
              .on('point.time_s', '>=', sinceS),
          )
          .selectAll('point')
          // Below 0: the device had no clock.
          .where('point.state', '>=', 0)
          .where('state.device_key', '>=', lastKey)
          .where((where) => where.or([where('point.device_key', '>', lastKey), where('point.time_s', '>', lastS)]))
          .orderBy('point.device_key')
          .orderBy('point.time_s')
          .limit(PAGE)
          .execute()
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(readPoint)
        lastKey = last.device_key
        lastS = last.time_s
      }
    },
  }
}
