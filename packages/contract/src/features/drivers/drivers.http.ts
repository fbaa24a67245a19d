import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { deviceSettingsSchema } from '../device-settings/index.ts'

/** `POST` lists who drives what, `PUT` saves the driver of one device. */
export const driverInfoPath = '/gkdevice/driverinfo'
export const driverInfoAccess: Requirement = { permissionBelow: 2 }
/** The driver is a field of the device's record, and asks for its flag. */
export const driverSaveAccess: Requirement = { permissionBelow: 2, anyOf: ['F_lmdvrs_driver'] }

export const PHONE_MAX = 31
const FIRST_BIRTHDAY = '1900-01-01'

const phone = z
  .string()
  .max(PHONE_MAX, `has more than ${PHONE_MAX} characters`)
  .regex(/^[0-9+()\-. /#*]*$/, 'has characters that no phone number has')
/** Empty, or a day that there is. */
const birthday = z.string().refine((text) => text === '' || isDay(text), 'is no day, YYYY-MM-DD')

function isDay(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) && text >= FIRST_BIRTHDAY
}

const gender = z.enum(['', 'f', 'm', 'x'], 'is none of f, m, x and nothing')

/** Who drives a device, as far as it is known. */
export const driverInfoSchema = z.object({
  deviceid: z.string(),
  driver: deviceSettingsSchema.shape.driver,
  gender,
  phone,
  birthday,
  /** Unix seconds of the latest change; 0: there was none. */
  update: z.number(),
})
export const driverInfosSchema = z.array(driverInfoSchema)
export type DriverInfo = Readonly<z.infer<typeof driverInfoSchema>>

/** What is left out stays as it is. */
export const driverSaveSchema = driverInfoSchema.omit({ update: true }).partial().required({ deviceid: true })
export type DriverSave = Readonly<z.infer<typeof driverSaveSchema>>
