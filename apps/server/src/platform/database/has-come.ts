import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a stored time has come. One that is further ahead than it can be was written by a clock that was ahead, and counts as come: nothing
 * would happen until then.
 */
export function hasCome(column: string, nowMs: number, longestMs: number): RawBuilder<SqlBool> {
  const time = sql.ref(column)
  return sql<SqlBool>`(${time} <= ${nowMs} or ${time} > ${nowMs + longestMs})`
}
