import { attempt, ByteReader, ByteWriter, toHex } from '@fleetglass/bytes'
import type { PositionItem } from '../position-items.ts'
import type { ItemDefinition } from './item.ts'
import { MAKER_ITEMS } from './maker-items.ts'
import { SAFETY_ITEMS } from './safety-items.ts'
import { STANDARD_ITEMS } from './standard-items.ts'

// The order decides where several meanings fit: the standard, active safety, then makers.
const DEFINITIONS = [...STANDARD_ITEMS, ...SAFETY_ITEMS, ...MAKER_ITEMS] as const

type ReadingOf<Definition> =
  Definition extends ItemDefinition<infer Name, infer Value>
    ? { readonly name: Name; readonly id: number; readonly value: Value }
    : never

/** An item whose meaning is not known, or whose length fits none: its bytes are kept. */
export interface UnknownItem {
  readonly name: 'unknown'
  readonly id: number
  readonly value: Uint8Array
}

/** An item whose meaning is known, distinguished by `name`. Names carry units; a plain number is the whole value. */
export type KnownItem = ReadingOf<(typeof DEFINITIONS)[number]>

/** What an additional item says. */
export type ItemReading = KnownItem | UnknownItem

interface AnyDefinition {
  readonly id: number
  readonly name: string
  fits(value: Uint8Array): boolean
  decode(reader: ByteReader): unknown
  encode(writer: ByteWriter, value: never): void
}

const byId = new Map<number, AnyDefinition[]>()
for (const definition of DEFINITIONS as readonly AnyDefinition[]) {
  byId.set(definition.id, [...(byId.get(definition.id) ?? []), definition])
}

/** What an item means, by its id and length. Never throws: what fits no meaning is `unknown`. */
export function readItem(item: PositionItem): ItemReading {
  for (const definition of byId.get(item.id) ?? []) {
    if (!definition.fits(item.value)) continue
    const reader = new ByteReader(item.value)
    const value = attempt(() => definition.decode(reader))
    if (value.ok) return { name: definition.name, id: item.id, value: value.value } as KnownItem
  }
  return { name: 'unknown', id: item.id, value: item.value }
}

/** The inverse of `readItem`. Throws `RangeError` when no item of that id has that name. */
export function writeItem(reading: ItemReading): PositionItem {
  if (reading.name === 'unknown') return { id: reading.id, value: reading.value }
  const definition = byId.get(reading.id)?.find(({ name }) => name === reading.name)
  if (!definition) throw new RangeError(`item ${toHex(Uint8Array.of(reading.id))} is never a ${reading.name}`)
  const writer = new ByteWriter(8)
  definition.encode(writer, reading.value as never)
  return { id: reading.id, value: writer.finish() }
}
