import { AppError, type ErrorCode, failure, failureFields, type GivenParameters } from '@fleetglass/contract/errors'
import { streamFailure } from '../src/platform/errors/index.ts'

/** What a call answers with this code of the catalogue. */
export function failedCall<Code extends ErrorCode>(code: Code, ...parameters: GivenParameters<Code>) {
  return failure(new AppError(code, ...parameters))
}

/** The fields with which the main channel answers it. */
export function failedMessage<Code extends ErrorCode>(code: Code, ...parameters: GivenParameters<Code>) {
  return failureFields(new AppError(code, ...parameters))
}

/** A refused login carries its text and no other field (VCP-039). */
export function failedLogin<Code extends ErrorCode>(code: Code, ...parameters: GivenParameters<Code>) {
  return { R: '0', W: new AppError(code, ...parameters).message }
}

/** A code that a table of expectations names. */
export function errorCode<Code extends ErrorCode>(code: Code): Code {
  return code
}

/** The message of a stream before its close (STRM-27). */
export function failedStream<Code extends ErrorCode>(code: Code, ...parameters: GivenParameters<Code>) {
  return streamFailure(new AppError(code, ...parameters))
}
