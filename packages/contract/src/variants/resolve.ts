import { type OptionName, optionValues, type ResolvedOptions, standardOptions } from './options.ts'
import { presetOf } from './presets.ts'

/** What was read of the page's setting, and the names of the options that could not be. */
export interface ReadOptions {
  readonly options: ResolvedOptions
  readonly unreadable: readonly OptionName[]
}

/**
 * Standard build, then preset, then single options. The page gives it, not we: a value that cannot be read leaves what
 * stood before it, and costs no other one.
 */
export function readOptions(given: unknown): ReadOptions {
  const options: Partial<Record<OptionName, unknown>> = {}
  const unreadable: OptionName[] = []
  for (const name of Object.keys(optionValues) as OptionName[]) {
    const value = ownValue(given, name)
    if (value === undefined) continue
    const read = safely(() => optionValues[name].safeParse(value))
    if (read !== broken && read.success) options[name] = read.data
    else unreadable.push(name)
  }
  const preset = presetOf(ownValue(given, 'variant'))
  return { options: { ...standardOptions, ...preset, ...options } as ResolvedOptions, unreadable }
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

/** Getters and proxies of the page may throw. */
function safely<T>(read: () => T): T | typeof broken {
  try {
    return read()
  } catch {
    return broken
  }
}
