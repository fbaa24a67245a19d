import { z } from 'zod'
import { secret } from '../../../envelope/index.ts'
import { ruleMessage } from '../../../errors/index.ts'
import { lineField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

const coordinate = /^-?\d{1,3}(\.\d{1,15})?$/

/** `lat,lng` in degrees. */
const placeField = lineField.refine((text) => {
  const parts = text.split(',').map((part) => part.trim())
  const [lat, lng] = parts.map(Number)
  if (parts.length !== 2 || !parts.every((part) => coordinate.test(part))) return false
  return Math.abs(lat ?? 91) <= 90 && Math.abs(lng ?? 181) <= 180
}, ruleMessage('not-place'))

/** SET-043: the key that the console adds to the address of the maps script. */
export const googleKeyCall = {
  path: '/gkserver/googlekey',
  read: 'GET',
  // The provider bills who has it: it is in no log.
  fields: z.object({ googleKey: secret(lineField.clone()) }),
} as const satisfies SettingsCall

/** SET-044: where maps start. */
export const mapCenterCall = {
  path: '/gkserver/center',
  read: 'GET',
  fields: z.object({ center: placeField }),
} as const satisfies SettingsCall
