import { errorTexts } from '@fleetglass/texts/errors'
import { errorCatalogue } from './error-catalogue.ts'
import type { ErrorCode, GivenParameters } from './error-code.ts'
import type { ErrorKind } from './error-kinds.ts'

/** A failure that the server expects, with the words of the catalogue. Anything else that is thrown is a bug. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode
  readonly parameters: Readonly<Record<string, string | number>>

  constructor(code: Code, ...given: GivenParameters<Code>) {
    const [parameters = {}] = given as readonly Readonly<Record<string, string | number>>[]
    super(filled(errorTexts[`error.${code}`], parameters))
    this.code = code
    this.parameters = parameters
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code].kind
  }
}

/** The English words of a code, for what is stored without its parameters. */
export function errorMessage(code: ErrorCode): string {
  return filled(errorTexts[`error.${code}`], {})
}

/** A text of a catalogue with its parameters. */
export function filled(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(parameters[name] ?? ''))
}
