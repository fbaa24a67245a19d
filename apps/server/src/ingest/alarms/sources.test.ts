import { raisedNames } from '@fleetglass/contract/events'
import { expect, it } from 'vitest'
import * as tables from './sources.ts'

/** Every source of a table, however the table is built. */
function sourcesIn(table: unknown): readonly tables.Source[] {
  if (typeof table !== 'object' || table === null) return []
  if ('code' in table) return [table as tables.Source]
  const parts = table instanceof Map ? [...table.values()] : Object.values(table)
  return parts.flatMap(sourcesIn)
}

it('the names that pages show for event codes are those with which the server raises them', () => {
  const sources = Object.values(tables).flatMap(sourcesIn)
  const named = sources.flatMap(({ code, name }): [number, string][] => (name === undefined ? [] : [[code, name]]))
  expect(new Map(named)).toEqual(raisedNames)
})
