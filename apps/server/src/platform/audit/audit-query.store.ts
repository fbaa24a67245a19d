import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { AuditRow } from './audit.store.ts'

export interface AuditFilter {
  /** Unix ms, [from, to). */
  readonly fromMs: number
  readonly toMs: number
  /** Only older rows than this one. */
  readonly before?: Pick<AuditRow, 'time_ms' | 'writer' | 'seq'> | undefined
  /** Whole names; empty: any. */
  readonly account: string
  readonly address: string
  /** Names of endpoints; `null`: any. */
  readonly actions: readonly string[] | null
  /** The devices whose rows are meant, beside those of no device; `null`: of any. */
  readonly deviceIds: readonly string[] | null
}

export interface AuditQueries {
  /** Newest first. */
  find(filter: AuditFilter, page: { readonly offset: number; readonly limit: number }): Promise<readonly AuditRow[]>
}

export function createAuditQueries(database: Database): AuditQueries {
  const db = database.tables<{ audit_log: AuditRow }>()
  return {
    async find(filter, { offset, limit }) {
      if (filter.actions?.length === 0) return []
      const { rows } = await sql<AuditRow>`
        select * from audit_log where ${matches(filter)}
        order by time_ms desc, writer desc, seq desc limit ${limit} offset ${offset}`.execute(db)
      return rows
    },
  }
}

/** The column whose index finds the rows; one that is part of an expression is compared only. */
function matches({ fromMs, toMs, before, account, address, actions, deviceIds }: AuditFilter): RawBuilder<unknown> {
  const lead = account !== '' ? 'account' : address !== '' ? 'address' : 'action'
  const column = (name: typeof lead) => (name === lead ? sql.ref(name) : sql`(${sql.ref(name)} || '')`)
  return sql.join(
    [
      sql`time_ms >= ${fromMs}`,
      sql`time_ms < ${toMs}`,
      ...(before === undefined ? [] : [olderThan(before)]),
      ...(account === '' ? [] : [sql`${column('account')} = ${account}`]),
      ...(address === '' ? [] : [sql`${column('address')} = ${address}`]),
      ...(actions === null ? [] : [sql`${column('action')} in (${sql.join(actions)})`]),
      ...(deviceIds === null ? [] : [ofDevices(deviceIds)]),
    ],
    sql` and `,
  )
}

function olderThan({ time_ms: timeMs, writer, seq }: NonNullable<AuditFilter['before']>): RawBuilder<unknown> {
  const isBefore = sql`writer < ${writer} or (writer = ${writer} and seq < ${seq})`
  return sql`time_ms <= ${timeMs} and (time_ms < ${timeMs} or ${isBefore})`
}

function ofDevices(deviceIds: readonly string[]): RawBuilder<unknown> {
  if (deviceIds.length === 0) return sql`device_id is null`
  // As literals: a fleet may have more devices than a statement may have parameters.
  return sql`(device_id is null or (device_id || '') in (${sql.join(deviceIds.map((id) => sql.lit(id)))}))`
}
