import type { AppError } from './app-error.ts'
import type { ErrorCode } from './error-code.ts'

/** How a call answers a failure (API0-04), whatever its status. */
export interface Failure {
  readonly hasError: true
  readonly code: ErrorCode
  /** The English text. */
  readonly message: string
  /** What the text was filled with, for a client that has a text of its own; left out where there is nothing. */
  readonly parameters?: AppError['parameters']
}

export function failure({ code, message, parameters }: AppError): Failure {
  if (Object.keys(parameters).length === 0) return { hasError: true, code, message }
  return { hasError: true, code, message, parameters }
}

/**
 * How the main channel answers a failure (VCP-024): the text in `W`, the code in `E`, and in `P` as JSON what the text was
 * filled with.
 */
export function failureFields({ code, message, parameters }: AppError): Readonly<Record<string, string>> {
  const fields = { R: '0', W: message, E: code }
  return Object.keys(parameters).length === 0 ? fields : { ...fields, P: JSON.stringify(parameters) }
}
