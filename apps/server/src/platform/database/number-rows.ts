import type { NumberRows, OnConflict } from './database.types.ts'

/** `insert into … on conflict …` in the words both databases share; `source` is a `values` list or a select. */
export function insertStatement({ table, columns, onConflict }: Omit<NumberRows, 'values'>, source: string): string {
  const key = onConflict.key.map(quote).join(', ')
  return `insert into ${quote(table)} (${columns.map(quote).join(', ')}) ${source} on conflict (${key}) ${action(table, columns, onConflict)}`
}

function action(table: string, columns: readonly string[], onConflict: OnConflict): string {
  if (onConflict.action === 'ignore') return 'do nothing'
  const { key, join = [] } = onConflict
  const settings = columns
    .filter((column) => !key.includes(column))
    .map((column) => {
      const value = `excluded.${quote(column)}`
      const joined = join.includes(column) ? `${quote(table)}.${quote(column)} | ${value}` : value
      return `${quote(column)} = ${joined}`
    })
  return `do update set ${settings.join(', ')}`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
