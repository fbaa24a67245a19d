import type { Message } from '../../catalogue.ts'
import type { Header } from '../../framing/header.ts'
import { type ItemReading, readItem } from '../../items/read-item.ts'
import type { Position } from '../../messages/0200-position.ts'

/** One frame of the collection, as its README describes. */
export interface Entry {
  readonly source: string
  readonly hex: string
  readonly expect: Readonly<Record<string, unknown>>
  readonly kind: string
  readonly messageId?: string
  readonly version?: string
  readonly headerMismatch?: readonly string[]
  readonly escaped?: boolean
  /** The model that the source names, where it matters. */
  readonly model?: string
}

/** What we read. Bodies without a frame have no header. */
export interface Read {
  readonly header?: Header
  readonly body: Uint8Array
  readonly message: Message
}

/** What we read, under the names of a source. A name that is absent is one we do not read. */
export type Reported = Readonly<Record<string, unknown>>

/** `YYMMDDhhmmss` as `20YY-MM-DDThh:mm:ss`, with another letter or a blank between date and time. */
export function isoOf(digits: string, between = 'T'): string {
  const [year, month, day, hour, minute, second] = digits.match(/../g) ?? []
  return `20${year}-${month}-${day}${between}${hour}:${minute}:${second}`
}

/** The items of a position as we read them. */
export function readingsOf(position: Position): ItemReading[] {
  return position.items.map(readItem)
}

/** The positions a message carries. */
export function positionsOf(message: Message): Position[] {
  switch (message.name) {
    case 'position':
      return [message.body]
    case 'positionAnswer':
    case 'vehicleControlAnswer':
      return [message.body.position]
    case 'positionBatch':
      return message.body.entries.map(({ position }) => position)
    case 'trackerReport':
      return message.body.kind === 'positions' ? message.body.entries.map(({ position }) => position) : []
    default:
      return []
  }
}

/** Objects inside objects as one object with dotted names, lists with `[n]`. */
export function flatten(value: unknown, prefix = ''): Record<string, unknown> {
  if (Array.isArray(value)) {
    return Object.assign({}, ...value.map((each, at) => flatten(each, `${prefix}[${at}]`)))
  }
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value instanceof Set)
    return { [prefix]: value }
  const parts = Object.entries(value).map(([name, each]) => flatten(each, prefix === '' ? name : `${prefix}.${name}`))
  return Object.assign({}, ...parts)
}
