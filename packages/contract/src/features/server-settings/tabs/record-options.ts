import { z } from 'zod'
import { daysField } from '../field-rules.ts'
import { MEDIA_SLOTS_MAX, uuidField } from '../media-slots.ts'
import { OLD_DATA_COUNT_MAX } from '../old-data.ts'
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

/** `POST` with UUIDs of media slots: how many recordings lie on each, counted up to `OLD_DATA_COUNT_MAX`. */
export const slotRecordingsPath = '/gkserver/recordoption/slots'
export const slotRecordingsSchema = z.object({ slots: z.array(uuidField).max(MEDIA_SLOTS_MAX) })
export const slotRecordingsAnswerSchema = z.object({
  hasError: z.literal(false),
  message: z.string(),
  /** Slots without recordings are left out. */
  slots: z.array(z.object({ uuid: z.string(), count: z.int().min(1).max(OLD_DATA_COUNT_MAX) })),
})
