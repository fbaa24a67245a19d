// Belongs here: which error of the catalogue a failed stream ends with, whichever port it came through. Does not: when it has
// failed (ingest/), facts for the person who repairs it (startup trace, log).
import { AppError, type ErrorCode } from '@fleetglass/contract/errors'

const codes = {
  offline: 'stream-offline',
  refused: 'stream-refused',
  'no-answer': 'stream-no-answer',
  'no-connection': 'stream-no-connection',
  'no-media': 'stream-no-media',
  'closed-by-device': 'stream-closed',
  forbidden: 'stream-forbidden',
  'used-up': 'stream-used-up',
  'not-sent': 'stream-failed',
  'transcoder-busy': 'transcoder-busy',
  'transcoder-failed': 'transcoder-failed',
  'transcoder-absent': 'transcoder-absent',
  'transcoder-too-large': 'transcoder-too-large',
} as const satisfies Readonly<Record<string, ErrorCode>>

type StreamFailure = keyof typeof codes

export function streamError(reason: StreamFailure): AppError {
  return new AppError(codes[reason])
}
