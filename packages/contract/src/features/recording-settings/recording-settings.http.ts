import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { type DeviceSettings, deviceSettingsSchema } from '../device-settings/index.ts'

/** `POST` lists them, `PUT` sets one of them for many devices, `DELETE` puts those of many devices back to their defaults. */
export const recordSettingsPath = '/gkdevice/settings'

/** Both permissions below 2 read; what many devices have at once is changed by the administrator alone (REC-18). */
export const recordSettingsAccess: Requirement = { permissionBelow: 2 }
const administrator = (flag: 'F_lmdvrs_recdays' | 'F_lmdvrs_netlimit'): Requirement => ({
  permissionBelow: 1,
  anyOf: [flag],
})
export const recordSettingAccess = {
  recdays: administrator('F_lmdvrs_recdays'),
  netlimit: administrator('F_lmdvrs_netlimit'),
} as const
/** Who may set one of them. */
export const setRecordSettingsAccess: Requirement = {
  permissionBelow: 1,
  anyOf: ['F_lmdvrs_recdays', 'F_lmdvrs_netlimit'],
}
/** Every recording setting has its flag; resetting them all needs the one above them. */
export const resetRecordSettingsAccess: Requirement = { permissionBelow: 1, anyOf: ['F_lmdvrs'] }

/** Devices of one call. */
export const DEVICES_AT_ONCE = 10_000

const { extid, driver, vehicleid, channel, streamtype, chmask, recenable, recdays, recaudio, netlimit, maxnetflow } =
  deviceSettingsSchema.shape

/** A row of the list: as of the record, a field that the caller has no flag for is not returned. */
export const recordSettingsSchema = z
  .object({
    extid,
    driver,
    vehicleid,
    channel,
    streamtype,
    chmask,
    recenable,
    recdays,
    recaudio,
    netlimit,
    maxnetflow,
    /** Days that the server keeps recordings where `recdays` is 0; 0: however old they are. Returned with `recdays` (REC-16). */
    serverdays: z.number(),
    /** Bytes that the device has moved in this month, both ways; returned with the limit. */
    monthbytes: z.number(),
    /** 1: its limit is used up, and nothing is fetched from it before the month ends. */
    limited: z.number(),
  })
  .partial()
  .extend({ deviceid: z.string() })
export const recordSettingsListSchema = z.array(recordSettingsSchema)
export type RecordSettings = Readonly<z.infer<typeof recordSettingsSchema>>

const deviceids = z
  .array(z.string(), 'is no list of device ids')
  .min(1, 'names no device')
  .max(DEVICES_AT_ONCE, `names more than ${DEVICES_AT_ONCE} devices`)

export const setRecordSettingsSchema = z.object({
  deviceids,
  name: z.enum(['recdays', 'netlimit'], 'is neither recdays nor netlimit'),
  /** Days, or `flag,maxnetflow`. */
  value: z.union([z.string(), z.number()], 'is neither a text nor a number'),
})
export const resetRecordSettingsSchema = z.object({ deviceids })
export type SetRecordSettings = z.infer<typeof setRecordSettingsSchema>

/** The text of a limit: `1,` and KB a month, 0 of them for no limit. */
export function encodeNetLimit({ netlimit, maxnetflow }: Pick<DeviceSettings, 'netlimit' | 'maxnetflow'>): string {
  return `${netlimit},${maxnetflow}`
}

/** What one save changes of each device; `null` when the value is none of that setting. */
export function readRecordSetting({
  name,
  value,
}: Pick<SetRecordSettings, 'name' | 'value'>): Partial<
  Pick<DeviceSettings, 'recdays' | 'netlimit' | 'maxnetflow'>
> | null {
  if (name === 'recdays') {
    if (!/^\d{1,5}$/.test(String(value))) return null
    const days = recdays.safeParse(Number(value))
    return days.success ? { recdays: days.data } : null
  }
  const [, flag, kb] = /^([01]),(\d{1,13})$/.exec(String(value)) ?? []
  const limit = maxnetflow.safeParse(Number(kb))
  return flag !== undefined && limit.success ? { netlimit: Number(flag), maxnetflow: limit.data } : null
}

/** MB as they are entered, in KB: a shift of 10 bits, beyond 32 bits as well. */
export function kbOfMb(megabytes: number): number {
  return megabytes * 1024
}
