// Belongs here: copying rows batch by batch, and going on where a copy was interrupted. Does not: SQL (move-target.store.ts).

import type { SourceValue, SqliteSource, TableState } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { PlannedTable } from './move-plan.ts'
import type { MoveProgress } from './move-progress.ts'
import type { MoveTarget } from './move-target.store.ts'
import { type MovedValue, movedValue, UnfitValue } from './moved-values.ts'
import { readPosition, writePosition } from './row-position.ts'

/** Of one transaction: as many as PostgreSQL takes in some 50 ms, and as much as memory has room for many times. */
const BATCH = { rows: 5_000, bytes: 4 * 1024 * 1024 }
const ALL = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }
const NOT_BEGUN: TableState = { position: null, rows: 0, isDone: false }

export interface CopyRowsDeps {
  readonly source: SqliteSource
  readonly target: MoveTarget
  readonly tables: readonly PlannedTable[]
  readonly progress: MoveProgress
  /** Called before the first row of a table. */
  readonly beforeTable: (table: PlannedTable) => Promise<void>
  readonly signal: AbortSignal
}

/** Copies each table that is not done yet. A kill at any moment loses at most the batch under way. */
export async function copyRows(deps: CopyRowsDeps): Promise<void> {
  const { source, target, tables, progress } = deps
  const states = await target.record.tables()
  const stateOf = ({ name }: PlannedTable): TableState => states.get(name) ?? NOT_BEGUN
  const counts = new Map(tables.map(({ source: table }) => [table.name, source.count(table)]))
  progress.begin('Copying rows', {
    count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    done: tables.reduce((sum, table) => sum + stateOf(table).rows, 0),
    noun: 'rows',
  })
  for (const table of tables) {
    const state = stateOf(table)
    if (!state.isDone) await copyTable(deps, table, state)
  }
  progress.end()
}

async function copyTable(deps: CopyRowsDeps, table: PlannedTable, begun: TableState): Promise<void> {
  const { source, target, progress, beforeTable, signal } = deps
  if (begun.rows === 0) await beforeTable(table)
  let state = begun
  while (!state.isDone) {
    signal.throwIfAborted()
    const after = state.position === null ? null : readPosition(state.position)
    const page = source.page(table.source, after, table.isAtOnce ? ALL : BATCH)
    const last = page.rows.at(-1)
    const next: TableState = {
      position: last === undefined ? state.position : writePosition(keyOf(table, last)),
      rows: state.rows + page.rows.length,
      isDone: page.isLast,
    }
    await target.store(table, movedRows(table, page.rows), state, next).catch((error: unknown) => explain(table, error))
    progress.add(page.rows.length, page.bytes, table.name)
    state = next
  }
}

export function movedRows(table: PlannedTable, rows: readonly (readonly SourceValue[])[]): MovedValue[][] {
  return rows.map((row) =>
    table.columns.map(({ name, kind }, at) => {
      try {
        return movedValue(row[at] ?? null, kind)
      } catch (error) {
        if (!(error instanceof UnfitValue)) throw error
        throw new StartError(
          `The row ${writePosition(keyOf(table, row))} of the table ${table.name} cannot be moved: in the column ${name} ${error.message}. Correct it in the source, then run the same command again.`,
        )
      }
    }),
  )
}

export function keyOf({ source }: PlannedTable, row: readonly SourceValue[]): SourceValue[] {
  return source.key.map((column) => row[source.columns.indexOf(column)] ?? null)
}

/** What PostgreSQL does not take although SQLite has it. */
const unfit: Readonly<Record<string, string>> = {
  '23505': `two of its rows have the same key there: they differ in signs that PostgreSQL does not tell apart, such as NUL and ${'\u2400'}`,
  '23503': 'a row names another one that does not exist',
  '23502': 'a value is missing in one of its rows',
  '22003': 'a number is too large for its column',
  '54000': 'a text is too long for the index of its column',
  '22021': 'a text has signs that PostgreSQL does not store',
}

function explain({ name }: PlannedTable, error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string }
  const reason = unfit[code ?? '']
  if (reason === undefined) throw error
  throw new StartError(
    `The table ${name} cannot be moved: ${reason}${detail === undefined ? '' : ` (${detail.slice(0, 200)})`}. Correct it in the source, then begin anew with an empty database.`,
  )
}
