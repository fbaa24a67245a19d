import { z } from 'zod'
import { secret } from '../../envelope/index.ts'
import { firmwareMemoSchema } from './firmware-store.http.ts'
import { isFirmwareUrl } from './firmware-updates.http.ts'
import { modelPartOf } from './firmware-versions.ts'

/** `GET` lists the automatic plans, `POST` adds one, `PUT` changes fields of one, `DELETE` removes it; each answers with the whole list. */
export const firmwarePlansPath = '/gkdevice/autofwplan'

export const FIRMWARE_PLANS_MAX = 200
export const FIRMWARE_VERSION_MAX = 60
/** FW-42: a plan tries a device once in this time. */
export const FIRMWARE_PLAN_RETRY_S = 86_400

export const firmwareTargetSchema = z
  .string()
  .trim()
  .min(1, 'cannot be empty')
  .max(FIRMWARE_VERSION_MAX)
  .refine((text) => !/\p{C}/u.test(text), 'has characters that cannot be shown')

/** FW-42: devices are found by the model in the version. */
const planTargetSchema = firmwareTargetSchema.refine(
  (text) => modelPartOf(text) !== '',
  'names no model: write it as the devices report it, such as MDVR4_1.2',
)

/** An address may hold a key. */
export const firmwareUrlSchema = secret(
  z
    .string()
    .trim()
    .min(1, 'cannot be empty')
    .refine(isFirmwareUrl, 'is no address that begins with http:// or https://'),
)

/** FW-40. */
export const firmwarePlanSchema = z.object({
  autofwid: z.number().int(),
  targetfw: z.string(),
  url: z.string(),
  memo: z.string(),
  /** Unix seconds. */
  updatetime: z.number(),
})
export const firmwarePlansSchema = z.array(firmwarePlanSchema)
export type FirmwarePlan = Readonly<z.infer<typeof firmwarePlanSchema>>

export const newFirmwarePlanSchema = z.object({
  targetfw: planTargetSchema,
  url: firmwareUrlSchema,
  memo: firmwareMemoSchema.default(''),
})
export type NewFirmwarePlan = Readonly<z.infer<typeof newFirmwarePlanSchema>>

const planId = z.coerce.number().int().positive()
/** What is left out stays as it is. */
export const firmwarePlanEditSchema = z.object({
  autofwid: planId,
  targetfw: planTargetSchema.optional(),
  url: firmwareUrlSchema.optional(),
  memo: firmwareMemoSchema.optional(),
})
export type FirmwarePlanEdit = Readonly<z.infer<typeof firmwarePlanEditSchema>>
export const firmwarePlanRemovalSchema = z.object({ autofwid: planId })
