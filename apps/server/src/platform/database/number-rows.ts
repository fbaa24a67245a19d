import type { NumberRows } from './database.types.ts'

/** `insert into … on conflict …` in the words both databases share; `source` is a `values` list or a select. */
export function insertStatement({ table, columns, onConflict }: Omit<NumberRows, 'values'>, source: string): string {
  const key = onConflict.key.map(quote).join(', ')
  const others = columns.filter((column) => !onConflict.key.includes(column))
  const action =
    onConflict.action === 'ignore'
      ? 'do nothing'
      : `do update set ${others.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
  return `insert into ${quote(table)} (${columns.map(quote).join(', ')}) ${source} on conflict (${key}) ${action}`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
