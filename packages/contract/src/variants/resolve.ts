import { type OptionName, optionValues, type ResolvedOptions, standardOptions } from './options.ts'
import { isVariant, presetOf } from './presets.ts'

/** What was read of the page's setting, and the keys that could not be: of a wrong value, or that name no option. */
export interface ReadOptions {
  readonly options: ResolvedOptions
  readonly unreadable: readonly string[]
}

/**
 * Standard build, then preset, then single options. The page gives it, not we: a value that cannot be read leaves what
 * stood before it, and costs no other one.
 */
export function readOptions(given: unknown): ReadOptions {
  const unreadable: string[] = []
  const options = readValues(given, unreadable)
  const variant = ownValue(given, 'variant')
  const changes = readVariant(given, variant, unreadable)
  if (changes === null && variant !== undefined) unreadable.push('variant')
  unreadable.push(...unknownKeys(given))
  return { options: { ...standardOptions, ...changes, ...options } as ResolvedOptions, unreadable }
}

/** What a variant changes: one of the site's own `variants` (VAR-03), or a preset. Null for a name that neither has. */
function readVariant(given: unknown, name: unknown, unreadable: string[]): Partial<ResolvedOptions> | null {
  const own = typeof name === 'string' ? ownValue(ownValue(given, 'variants'), name) : undefined
  if (own === undefined || own === broken) return isVariant(name) ? presetOf(name) : null
  const unreadableHere = unknownKeys(own)
  const options = readValues(own, unreadableHere)
  unreadable.push(...unreadableHere.map((key) => `variants.${String(name).slice(0, MAX_KEY_LENGTH)}.${key}`))
  return options
}

function readValues(given: unknown, unreadable: string[]): Partial<ResolvedOptions> {
  const options: Partial<Record<OptionName, unknown>> = {}
  for (const name of Object.keys(optionValues) as OptionName[]) {
    const value = ownValue(given, name)
    if (value === undefined) continue
    const read = safely(() => optionValues[name].safeParse(value))
    if (read !== broken && read.success) options[name] = read.data
    else unreadable.push(name)
  }
  return options as Partial<ResolvedOptions>
}

/** The options alone. */
export function resolveOptions(given: unknown): ResolvedOptions {
  return readOptions(given).options
}

const broken = Symbol('broken')

/** What stands under the name in the object itself; an inherited value was not given. */
function ownValue(given: unknown, name: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined
  return safely(() => (Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined))
}

// A mistyped key must be reported; a page with thousands of them is useless.
const MAX_UNKNOWN_KEYS = 20
const MAX_KEY_LENGTH = 60

function unknownKeys(given: unknown): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return []
  const keys = safely(() => Object.keys(given))
  if (keys === broken) return []
  const unknown = keys.filter((key) => key !== 'variant' && key !== 'variants' && !Object.hasOwn(optionValues, key))
  return unknown.slice(0, MAX_UNKNOWN_KEYS).map((key) => key.slice(0, MAX_KEY_LENGTH))
}

/** Getters and proxies of the page may throw. */
function safely<T>(read: () => T): T | typeof broken {
  try {
    return read()
  } catch {
    return broken
  }
}
