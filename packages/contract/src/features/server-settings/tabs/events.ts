import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import type { SettingsCall } from '../settings-call.ts'

const UNITS = { M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 } as const
const sizePattern = /^([1-9]\d{0,5})([MGT])$/

const flagField = z.enum(['0', '1'], ruleMessage('not-choice', { choices: '0, 1' }))
const sizeField = z
  .string(ruleMessage('not-text'))
  .trim()
  .refine((text) => text === '' || sizePattern.test(text), ruleMessage('not-size'))

/** SET-047 to SET-049: whether and in which order footage is fetched, and how large folders may become. */
export const eventParamsCall = {
  path: '/gkserver/event',
  read: 'GET',
  inside: 'eventParams',
  fields: z.object({
    /** `0`: no footage is fetched from devices. */
    videoDownload: flagField,
    /** `1`: of what waits the oldest first, `0`: the newest. */
    downloadOldfirst: flagField,
    /** Empty: no limit (SET-053). */
    footagesize: sizeField,
    snapsize: sizeField,
    sdsize: sizeField,
    autouploadsize: sizeField,
  }),
} as const satisfies SettingsCall

/** Bytes of a size as `100G`; `null` for an empty one: no limit. */
export function readSize(text: string): number | null {
  const [, digits, unit] = sizePattern.exec(text) ?? []
  return digits === undefined ? null : Number(digits) * UNITS[unit as keyof typeof UNITS]
}
