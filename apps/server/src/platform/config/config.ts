import { readFileSync } from 'node:fs'
import type { Result } from '@fleetglass/bytes'
import { ruleInEnglish } from '@fleetglass/contract/errors'
import {
  configSchema,
  fileOnlySettings,
  flaglessSettings,
  flagOf,
  type ServerConfig,
  type SettingName,
  secretSettings,
  settingHelp,
  variableOf,
} from './config.schema.ts'

const names = Object.keys(configSchema.shape) as SettingName[]

/** One setting as it was given, and where, so that a fault can be named where it stands. */
interface Given {
  readonly where: string
  readonly value: unknown
}

export type ConfigResult =
  | { readonly ok: true; readonly config: ServerConfig; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Defaults, then the file named by `--config` or `FLEETGLASS_CONFIG`, then the environment, then flags; the later one
 * wins. All faults are reported at once, each with its place; values of secrets are not repeated.
 */
export function loadConfig(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ConfigResult {
  const faults: string[] = []
  const given = new Map<string, Given>()
  const flags = readFlags(args, faults)
  const file = flags.get('config')?.value ?? environment.FLEETGLASS_CONFIG
  if (typeof file === 'string' && file !== '') readFile(file, given, faults)
  readEnvironment(environment, given, faults)
  for (const [name, flag] of flags) if (name !== 'config') given.set(name, flag)

  const parsed = configSchema.safeParse(Object.fromEntries([...given].map(([name, { value }]) => [name, value])))
  if (parsed.success && faults.length === 0) return { ok: true, config: parsed.data, warnings: warningsOf(flags) }
  for (const issue of parsed.success ? [] : parsed.error.issues) faults.push(...sentences(issue, given))
  return { ok: false, faults }
}

/** A password on the command line is in the list of processes. */
function warningsOf(flags: ReadonlyMap<string, Given>): string[] {
  const database = flags.get('database')?.value
  if (typeof database !== 'string' || URL.parse(database)?.password === '') return []
  return [
    `--database: every user of this machine can read the password in the list of processes. Put the address into the variable ${variableOf('database')}, or into the file of --config.`,
  ]
}

function sentences(
  issue: { code: string; path: PropertyKey[]; message: string; keys?: string[] },
  given: Map<string, Given>,
): string[] {
  if (issue.code === 'unrecognized_keys') {
    return (issue.keys ?? []).map((key) => `${given.get(key)?.where ?? key}: there is no such setting`)
  }
  const name = String(issue.path[0])
  const { where, value } = given.get(name) ?? { where: name, value: undefined }
  const shown = secretSettings.has(name as SettingName) ? 'the value' : JSON.stringify(value)
  return [`${where}: ${shown} ${issue.message.startsWith('Invalid') ? 'does not fit' : ruleInEnglish(issue.message)}`]
}

function readFlags(args: readonly string[], faults: string[]): Map<string, Given> {
  const byFlag = new Map<string, string>([['--config', 'config']])
  for (const name of names) if (!flaglessSettings.has(name)) byFlag.set(flagOf(name), name)
  const flags = new Map<string, Given>()
  for (let at = 0; at < args.length; at++) {
    const [flag = '', ...rest] = (args[at] ?? '').split('=')
    const name = byFlag.get(flag)
    if (name === undefined) {
      faults.push(`${flag}: there is no such option`)
      continue
    }
    const isAlone = rest.length === 0 && (args[at + 1] ?? '--').startsWith('--')
    const ownValue = isAlone && isYesOrNo(name) ? 'yes' : undefined
    const value = rest.length > 0 ? rest.join('=') : (ownValue ?? args[++at])
    if (value === undefined) faults.push(`${flag}: the value is missing`)
    else flags.set(name, { where: flag, value })
  }
  return flags
}

/** Such an option alone means yes. */
function isYesOrNo(name: string): boolean {
  return name !== 'config' && typeof configSchema.shape[name as SettingName].parse(undefined) === 'boolean'
}

function readFile(path: string, given: Map<string, Given>, faults: string[]): void {
  const content = readJson(path)
  if (!content.ok) {
    faults.push(`${path}: ${content.reason}`)
    return
  }
  for (const [name, value] of Object.entries(content.value)) given.set(name, { where: `"${name}" in ${path}`, value })
}

function readJson(path: string): Result<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as Record<string, unknown> }
    }
    return { ok: false, offset: 0, reason: 'is not a JSON object' }
  } catch (error) {
    const reason = error instanceof SyntaxError ? `is not JSON (${error.message})` : 'cannot be read'
    return { ok: false, offset: 0, reason }
  }
}

function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  given: Map<string, Given>,
  faults: string[],
): void {
  const byVariable = new Map(
    names.filter((name) => !fileOnlySettings.has(name)).map((name) => [variableOf(name), name]),
  )
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('FLEETGLASS_') || variable === 'FLEETGLASS_CONFIG' || value === undefined) continue
    const name = byVariable.get(variable)
    if (name === undefined) faults.push(`${variable}: there is no such setting`)
    else given.set(name, { where: variable, value })
  }
}

/** The settings as a table for `serve --help`: flag, variable, default, what for. */
export function describeSettings(): string {
  const rows = names.map((name) => {
    const defaultValue = configSchema.shape[name].parse(undefined)
    const shown = typeof defaultValue === 'object' ? '' : String(defaultValue)
    const flag = flaglessSettings.has(name) ? `"${name}"` : flagOf(name)
    const variable = fileOnlySettings.has(name) ? '' : variableOf(name)
    return [flag, variable, shown, settingHelp[name]] as const
  })
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length))
  const [a, b, c] = [width(0), width(1), width(2)]
  return rows
    .map(([flag, env, value, help]) => `  ${flag.padEnd(a)}  ${env.padEnd(b)}  ${value.padEnd(c)}  ${help}`)
    .join('\n')
}

/** The configuration as it may be logged: secrets are replaced. */
export function withoutSecrets(config: ServerConfig): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      secretSettings.has(name as SettingName) && value !== '' ? '[set]' : value,
    ]),
  )
}

/** All defaults, for tests and for programs that start the server themselves. */
export function defaultConfig(overrides: Partial<ServerConfig> = {}): ServerConfig {
  return configSchema.parse({ ...overrides })
}
