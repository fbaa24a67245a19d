import { z } from 'zod'
import { ruleMessage } from '../../errors/index.ts'

export const TEXT_MAX = 254

/** A text of one line. */
export const lineField = z
  .string(ruleMessage('not-text'))
  .trim()
  .max(TEXT_MAX, ruleMessage('too-long', { most: TEXT_MAX }))
  .regex(/^[^\p{Cc}]*$/u, ruleMessage('hidden-character'))

/** On or off. Older clients send 0 and 1, as numbers or texts. */
export const switchField = z.union(
  [
    z.boolean(),
    z.union([z.literal(0), z.literal('0'), z.literal('')]).transform(() => false),
    z.union([z.literal(1), z.literal('1')]).transform(() => true),
  ],
  ruleMessage('not-switch'),
)

/** A whole number, also as the text of one: what an input field holds. */
export function numberField(min: number, max: number) {
  const words = ruleMessage('not-number', { min, max })
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/, words)
          .transform(Number),
      ],
      words,
    )
    .pipe(z.int(words).min(min, words).max(max, words))
}

/** Days that something is stored; 0: for ever. */
export const daysField = numberField(0, 29_999)

/** The port of another machine. */
export const portField = numberField(1, 65_535)

/** A host name or an address, without scheme, port or path; or nothing. */
export const hostField = lineField.regex(
  /^$|^[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?\.?$|^\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*\]?$/u,
  ruleMessage('not-host'),
)
