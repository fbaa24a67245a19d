import type { AppError, ErrorCode, ErrorKind } from '@fleetglass/contract/errors'
import { StreamClose, type StreamCloseCode } from '@fleetglass/contract/streams'

interface Answers {
  /** Of a call of the HTTP API. API0-04, API1-44: who may call and what there is have a status of their own, the rest is 200. */
  readonly call: number
  /** Of a file or a picture, which browsers and programs fetch without reading an answer (STRM-37). */
  readonly file: number
  /** Of a stream (STRM-27). */
  readonly stream: StreamCloseCode
}

/** How each kind of failure is answered: here and nowhere else. */
const answers: Readonly<Record<ErrorKind, Answers>> = {
  unauthenticated: { call: 401, file: 401, stream: StreamClose.badCredentials },
  'incomplete-login': { call: 401, file: 401, stream: StreamClose.badCredentials },
  'held-back': { call: 200, file: 401, stream: StreamClose.badCredentials },
  forbidden: { call: 403, file: 403, stream: StreamClose.noRight },
  'unknown-path': { call: 404, file: 404, stream: StreamClose.unknownDevice },
  'not-found': { call: 200, file: 404, stream: StreamClose.unknownDevice },
  invalid: { call: 200, file: 400, stream: StreamClose.unknownDevice },
  conflict: { call: 200, file: 409, stream: StreamClose.tooManyStreams },
  unavailable: { call: 200, file: 404, stream: StreamClose.deviceFailure },
  'too-many': { call: 200, file: 429, stream: StreamClose.tooManyStreams },
  internal: { call: 200, file: 500, stream: StreamClose.deviceFailure },
}

/** STRM-27 gives these a close of their own. */
const closes: Partial<Readonly<Record<ErrorCode, StreamCloseCode>>> = {
  'device-offline': StreamClose.deviceOffline,
  'stream-offline': StreamClose.deviceOffline,
  'no-camera-online': StreamClose.deviceOffline,
  'nothing-recorded': StreamClose.noRecord,
  'device-recorded-nothing': StreamClose.noRecord,
}

export function callStatus({ kind }: Pick<AppError, 'kind'>): number {
  return answers[kind].call
}

export function fileStatus({ kind }: Pick<AppError, 'kind'>): number {
  return answers[kind].file
}

export function streamClose({ code, kind }: Pick<AppError, 'code' | 'kind'>): StreamCloseCode {
  return closes[code] ?? answers[kind].stream
}

/** The message of a stream before its close, which has the same number (STRM-27). */
export function streamFailure(error: AppError) {
  const { code, message, parameters } = error
  const answer = { type: 'error', code: streamClose(error), message, error: code }
  return Object.keys(parameters).length === 0 ? answer : { ...answer, parameters }
}
