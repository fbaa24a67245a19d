// Belongs here: which tables are moved, in which order, and how each of their columns is converted. Does not: moving them (copy-rows.ts).

import type { SourceTable } from '../../platform/database/index.ts'
import { StartError } from '../../platform/errors/index.ts'
import type { ColumnKind } from './moved-values.ts'

export interface PlannedColumn {
  readonly name: string
  readonly kind: ColumnKind
}

export interface PlannedTable {
  readonly source: SourceTable
  readonly name: string
  readonly columns: readonly PlannedColumn[]
  /** Its rows name each other: they are stored by one statement, at the end of which all of them are there. */
  readonly isAtOnce: boolean
}

/** A column of the target, with the name that PostgreSQL has for its type. */
export interface TargetColumn {
  readonly table: string
  readonly name: string
  readonly type: string
}

/** The target makes it by itself. */
const OF_THE_TARGET: ReadonlySet<string> = new Set(['schema_versions'])

const kinds: Readonly<Record<string, ColumnKind>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
  bytea: 'bytes',
}

/** Tables in the order in which foreign keys allow to fill them. Throws `StartError` for what the other side does not have or cannot store. */
export function planMove(source: readonly SourceTable[], target: readonly TargetColumn[]): readonly PlannedTable[] {
  const columnsOf = Map.groupBy(target, ({ table }) => table)
  const moved = source.filter(({ name }) => !OF_THE_TARGET.has(name))
  const known = new Set(moved.map(({ name }) => name))
  const alone = [...columnsOf.keys()].filter((name) => !known.has(name) && !OF_THE_TARGET.has(name))
  if (alone.length > 0) throw differing(`the target has the table ${alone[0]}, and the source does not`)
  return inOrder(moved).map((table) => planTable(table, columnsOf.get(table.name) ?? []))
}

function planTable(source: SourceTable, target: readonly TargetColumn[]): PlannedTable {
  const { name } = source
  if (source.key.length === 0) throw differing(`the table ${name} has no primary key`)
  const types = new Map(target.map((column) => [column.name, column.type]))
  const columns = source.columns.map((column) => {
    const type = types.get(column)
    if (type === undefined) throw differing(`the target has no column ${name}.${column}`)
    const kind = kinds[type]
    if (kind === undefined) throw differing(`${name}.${column} is of a type that is not moved: ${type}`)
    return { name: column, kind }
  })
  const alone = target.find((column) => !source.columns.includes(column.name))
  if (alone !== undefined) throw differing(`the source has no column ${name}.${alone.name}`)
  return { source, name, columns, isAtOnce: source.references.includes(name) }
}

/** What a foreign key names comes first. */
function inOrder(tables: readonly SourceTable[]): readonly SourceTable[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: SourceTable[] = []
  while (left.size > 0) {
    const next = [...left.values()].filter(({ name, references }) =>
      references.every((reference) => reference === name || !left.has(reference)),
    )
    if (next.length === 0) throw differing(`foreign keys form a circle: ${[...left.keys()].join(', ')}`)
    for (const table of next) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}

function differing(what: string): StartError {
  return new StartError(
    `The databases do not have the same tables: ${what}. Nothing is moved; report this as a defect of this version.`,
  )
}
