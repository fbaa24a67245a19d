// Belongs here: which parameters of a call are written to the audit log. Does not: who writes them (audit-log.ts).
import { isSecret } from '@fleetglass/contract/envelope'
import type { z } from 'zod'
import { redactText } from '../log/index.ts'

/** Stands for a value that is secret. */
export const MASK = '***'
/** Stands for a value that no schema describes, and for what was cut off. */
export const OMITTED = '…'

const MAX_TEXT = 200
const MAX_ENTRIES = 20
/** Characters of the parameters of one row. */
const MAX_PARAMETERS = 2_000

/** What holds a hash, or an address with a password, is longer. */
const SHORTEST_SECRET = 12

/** The recorded form of a value; `undefined`: the value is left out. */
type Recorder = (value: unknown) => unknown

/**
 * Makes what is recorded of a call's parameters: the fields that its schema declares, and of those the secret ones as `***`. A field
 * that no schema declares is not recorded, so that a secret in it cannot be.
 */
export function recordedBy(schema: z.ZodType): (value: unknown) => Readonly<Record<string, unknown>> {
  const record = recorderOf(schema)
  return (value) => {
    const recorded = record(value)
    return isObject(recorded) ? recorded : {}
  }
}

/** The parameters as they are stored: fields in their order as long as they fit. */
export function parametersText(parameters: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(parameters)
  if (text.length <= MAX_PARAMETERS) return text
  const fitting: Record<string, unknown> = {}
  let length = 0
  for (const [name, value] of Object.entries(parameters)) {
    const fieldLength = JSON.stringify(value).length + name.length
    length += fieldLength
    fitting[name] = length < MAX_PARAMETERS ? value : OMITTED
    if (length >= MAX_PARAMETERS) break
  }
  return JSON.stringify(fitting)
}

/** A text of a client that is short and that every database takes. */
export function shortText(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}${OMITTED}` : clean
}

function recorderOf(schema: z.core.$ZodType): Recorder {
  if (isSecret(schema)) return (value) => (value === undefined ? undefined : MASK)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return recorderOf(def.innerType)
    case 'pipe':
      // A value is recorded as it came; a secret may be marked on either side of a change.
      return eitherOf([recorderOf(def.in), ...(isSecret(def.out) || isTransform(def.in) ? [recorderOf(def.out)] : [])])
    case 'object':
      return objectOf(Object.entries(def.shape).map(([name, field]) => [name, recorderOf(field)] as const))
    case 'record':
      return recordOf(recorderOf(def.valueType))
    case 'array':
      return arrayOf(recorderOf(def.element))
    case 'union':
      return eitherOf(def.options.map(recorderOf))
    case 'intersection':
      return eitherOf([recorderOf(def.left), recorderOf(def.right)])
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
      return leaf
    case 'transform':
      return () => undefined
    default:
      // Anything goes in `unknown`, `any` and the like, secrets too.
      return (value) => (value === undefined ? undefined : OMITTED)
  }
}

function isTransform(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'transform'
}

function leaf(value: unknown): unknown {
  // A hash in the wrong field is as good as the password.
  if (typeof value === 'string') return shortText(value.length < SHORTEST_SECRET ? value : redactText(value))
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined
}

function objectOf(fields: readonly (readonly [string, Recorder])[]): Recorder {
  return (value) => {
    if (!isObject(value)) return undefined
    const recorded: Record<string, unknown> = {}
    for (const [name, record] of fields) {
      const field = Object.hasOwn(value, name) ? record(value[name]) : undefined
      if (field !== undefined) recorded[name] = field
    }
    return recorded
  }
}

function recordOf(record: Recorder): Recorder {
  return (value) => {
    if (!isObject(value)) return undefined
    const entries = Object.entries(value).slice(0, MAX_ENTRIES)
    return Object.fromEntries(entries.map(([name, field]) => [shortText(name), record(field)]))
  }
}

function arrayOf(record: Recorder): Recorder {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const recorded = value.slice(0, MAX_ENTRIES).map(record)
    return value.length > MAX_ENTRIES ? [...recorded, `${OMITTED} ${value.length - MAX_ENTRIES} more`] : recorded
  }
}

/** What any of the schemas records. A value that one of them calls secret is secret. */
function eitherOf(recorders: readonly Recorder[]): Recorder {
  return (value) => recorders.map((record) => record(value)).reduce(joined, undefined)
}

function joined(one: unknown, other: unknown): unknown {
  if (one === MASK || other === MASK) return MASK
  if (!isObject(one) || !isObject(other)) return one ?? other
  const both: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) both[name] = joined(both[name], value)
  return both
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
