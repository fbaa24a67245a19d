import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Field names whose value is a secret wherever they stand, two levels deep. */
const secretFields = [
  'password',
  'passwordHash',
  'hash',
  'token',
  'authorization',
  'cookie',
  'newpass',
  'extpass',
  'secret',
]

// Credentials that travel inside a text: query parameters of stream addresses, user:password@ of a URL, and anything that
// looks like the SHA-256 hex which is as good as the password.
const inText: readonly (readonly [RegExp, string])[] = [
  [/([?&](?:user|username|password|token|[he])=)[^&"\\\s]*/gi, '$1[redacted]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/@\s"]+@/gi, '$1[redacted]@'],
  [/(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?![0-9a-fA-F])/g, '[redacted]'],
]

/** Removes credentials from a text that will be seen by people who do not own them. */
export function redactText(text: string): string {
  return inText.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
}

/** One JSON object a line on stdout (or `destination`). Each part takes `log.child({ part: '…' })`. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
      hooks: { streamWrite: redactText },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  )
}
