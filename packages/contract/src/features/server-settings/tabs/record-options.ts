import { z } from 'zod'
import { daysField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

/** SET-083: days that recordings are stored where a device does not say otherwise; 0: until the space is needed. */
export const recordOptionsCall = {
  path: '/gkserver/recordoption',
  read: 'GET',
  fields: z.object({ recorddays: daysField }),
} as const satisfies SettingsCall

/** `POST` with the fields: what saving them would delete (`oldDataAnswerSchema`). */
export const oldRecordingsPath = '/gkserver/recordoption/old'
export const oldRecordingsSchema = z.object({ recorddays: daysField })
