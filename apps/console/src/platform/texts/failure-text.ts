import { readRule } from '@fleetglass/contract/errors'
import i18next from 'i18next'

/** What the server answers about a failure; only the message is always there. */
export interface FailureAnswer {
  readonly message: string
  readonly code?: unknown
  readonly parameters?: unknown
}

/** A failure in the language of the page; the server's own words where the page has no text for the code. */
export function failureText({ message, code, parameters }: FailureAnswer): string {
  const key = `error.${String(code)}`
  if (typeof code !== 'string' || i18next.exists?.(key) !== true) return message
  return i18next.t(key, isNested(parameters) ? withReason(parameters) : {})
}

/** The message of a schema in the language of the page; a sentence stays as it is. */
export function ruleText(message: string): string {
  const broken = readRule(message)
  return broken === null ? message : i18next.t(`rule.${broken.rule}`, { ...broken.values })
}

/** The parameters of a refused field have its reason in English, and the rule where there is a text for it. */
function withReason(parameters: object): Readonly<Record<string, unknown>> {
  const key = 'rule' in parameters ? `rule.${String(parameters.rule)}` : ''
  if (key === '' || i18next.exists(key) !== true) return { ...parameters }
  return { ...parameters, reason: i18next.t(key, { ...parameters }) }
}

/** The same for the message of a stream, whose `code` is the number of its close. */
export function streamFailureText({
  message,
  error,
  parameters,
}: {
  readonly message: string
  readonly error?: string | undefined
  readonly parameters?: unknown
}): string {
  return failureText({ message, code: error, parameters })
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
