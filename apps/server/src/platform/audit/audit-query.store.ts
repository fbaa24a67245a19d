import { type RawBuilder, sql } from 'kysely'
import { type Database, newestRows, newestVisibleRows } from '../database/index.ts'
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

const log = { table: 'audit_log', key: ['time_ms', 'writer', 'seq'] } as const

export function createAuditQueries(database: Database): AuditQueries {
  return {
    async find(filter, page) {
      const { actions, deviceIds } = filter
      if (actions?.length === 0) return []
      const lead = leadOf(filter)
      const query = { ...log, where: matches(filter, lead) }
      if (deviceIds === null) return await newestRows<AuditRow>(database, query, page)
      const elsewhere = [
        sql`select time_ms, writer, seq from audit_log where device_id is null and ${matches(filter, lead)}`,
        ...(deviceIds.length === 0 ? [] : [ofDevices(filter, deviceIds)]),
      ]
      const isOfDevices = deviceIds.length === 0 ? sql`` : sql`or device_id in (${literals(deviceIds)})`
      const mayBeSeen = sql`(device_id is null ${isOfDevices})`
      return await newestVisibleRows<AuditRow>(
        database,
        { ...query, mayBeSeen, compared: ['device_id'], elsewhere },
        page,
      )
    },
  }
}

type Lead = 'account' | 'address' | 'action' | 'device_id'

/** The column whose index finds the rows; one that is part of an expression is compared only. */
function leadOf({ account, address }: AuditFilter): Lead {
  if (account !== '') return 'account'
  return address !== '' ? 'address' : 'action'
}

function ofDevices(filter: AuditFilter, deviceIds: readonly string[]): RawBuilder<unknown> {
  return sql`select time_ms, writer, seq from audit_log
    where device_id in (${literals(deviceIds)}) and ${matches(filter, 'device_id')}`
}

function matches({ fromMs, toMs, before, account, address, actions }: AuditFilter, lead: Lead): RawBuilder<unknown> {
  const column = (name: Lead) => (name === lead ? sql.ref(name) : sql`(${sql.ref(name)} || '')`)
  return sql.join(
    [
      sql`time_ms >= ${fromMs}`,
      sql`time_ms < ${toMs}`,
      ...(before === undefined ? [] : [olderThan(before)]),
      ...(account === '' ? [] : [sql`${column('account')} = ${account}`]),
      ...(address === '' ? [] : [sql`${column('address')} = ${address}`]),
      ...(actions === null ? [] : [sql`${column('action')} in (${sql.join(actions)})`]),
    ],
    sql` and `,
  )
}

function olderThan({ time_ms: timeMs, writer, seq }: NonNullable<AuditFilter['before']>): RawBuilder<unknown> {
  const isBefore = sql`writer < ${writer} or (writer = ${writer} and seq < ${seq})`
  return sql`time_ms <= ${timeMs} and (time_ms < ${timeMs} or ${isBefore})`
}

/** As literals: a fleet may have more devices than a statement may have parameters. */
function literals(texts: readonly string[]): RawBuilder<unknown> {
  return sql.join(texts.map((text) => sql.lit(text)))
}
