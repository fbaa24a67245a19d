import { EventCode, eventCatalogue } from '@fleetglass/contract/events'
import { pageTexts } from '@fleetglass/texts/of-pages'
import { expect, it } from 'vitest'
import * as tables from './sources.ts'

const texts: Readonly<Record<string, string>> = pageTexts

/** Every source of a table, however the table is built. */
function sourcesIn(table: unknown): readonly tables.Source[] {
  if (typeof table !== 'object' || table === null) return []
  if ('code' in table) return [table as tables.Source]
  const parts = table instanceof Map ? [...table.values()] : Object.values(table)
  return parts.flatMap(sourcesIn)
}

it('the names with which the server raises events are texts, so that pages say them in their language', () => {
  const named = Object.values(tables)
    .flatMap(sourcesIn)
    .flatMap(({ code, name }) => (name === undefined ? [] : [{ code, name }]))
  expect(named.length).toBeGreaterThan(60)
  for (const { code, name } of named) {
    const text = code === EventCode.gSensor ? texts['event.name.rollover'] : texts[`event.name.${code}`]
    expect({ code, name }).toEqual({ code, name: text })
  }
})

it('the name of speeding says by how much, in the words of the texts', () => {
  const { name } = tables.speedingSource(EventCode.speedingBy5, 12)
  expect(name).toBe(texts['event.name.speeding']?.replace('{{over}}', '12'))
})

it('a source has a name where the catalogue has no English label', () => {
  const unnamed = Object.values(tables)
    .flatMap(sourcesIn)
    .filter(({ code, name }) => name === undefined && eventCatalogue.get(code)?.english === undefined)
  expect(unnamed).toEqual([])
})
