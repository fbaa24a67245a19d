import { z } from 'zod'
import type { AccessFlag, Requirement } from '../../access/index.ts'
import { CHANNELS_MAX } from '../devices/index.ts'

/** The record of a device (`A`), as JSON: without the fields that the caller may not see. */
export const GET_SETTINGS = 'D03'
/** Changes the record: device in `A`, the changed fields as JSON. One refused field refuses the change. */
export const SET_SETTINGS = 'D04'

/** The record as a whole; each field asks for its own flag beside (`fieldFlags`). */
export const settingsAccess: Requirement = { permissionBelow: 2, anyOf: ['F_lmdvrs'] }

/** Characters of a text of the record. */
export const TEXT_MAX = 31
export const PLACE_MAX = 63
export const CHANNEL_NAME_MAX = 12
/** Icons: car, arrow, truck, cargo truck, individual, motorcycler, train, ship, airplane. */
export const ICON_MAX = 8

const characters = (max: number) =>
  z.string().refine((text) => [...text].length <= max, `has more than ${max} characters`)
const whole = (low: number, high: number) =>
  z.number().int('is not whole').min(low, `is below ${low}`).max(high, `is above ${high}`)
const flags = z
  .string()
  .regex(/^[01]+$/, 'has characters other than 0 and 1')
  .max(CHANNELS_MAX)

const place = z
  .string()
  .max(PLACE_MAX, `has more than ${PLACE_MAX} characters`)
  .refine((text) => {
    if (text === '') return true
    const [, lat, lng] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
    return lat !== undefined && lng !== undefined && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
  }, 'is neither empty nor "latitude,longitude" in degrees')

/** What the server keeps of a device and an administrator may change. */
export const deviceSettingsSchema = z.strictObject({
  /** Number of channels. */
  channel: whole(1, CHANNELS_MAX),
  talkch: whole(1, CHANNELS_MAX),
  /** 1: the time zone follows the position. */
  gpstzenable: whole(0, 1),
  icon: whole(0, ICON_MAX),
  extid: characters(TEXT_MAX),
  driver: characters(TEXT_MAX),
  driverlicense: characters(TEXT_MAX),
  /** Shown as Device Memo. */
  vehicleid: characters(TEXT_MAX),
  plate: characters(TEXT_MAX),
  maplocation: place,
  /** One `0` or `1` a channel: 1 asks the main stream. */
  streamtype: flags,
  chmask: flags,
  recplan: flags,
  /** Seconds between two events of a lost picture. */
  videolossinterval: whole(0, 86_400),
  /** -1 forbidden, 0 live view only, 1 every channel of `chmask`, 2 the channels of `recplan`. */
  recenable: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)], 'is none of -1, 0, 1 and 2'),
  /** Days recordings are kept; 0: the server's default. */
  recdays: whole(0, 29_999),
  /** -1 forbidden, 0 single source without record, 1 single with record, 2 multi without record, 3 multi with record. */
  recaudio: whole(-1, 3),
  /** Names between commas, 12 characters each. */
  chnames: z
    .string()
    .refine((text) => text.split(',').every((name) => [...name].length <= CHANNEL_NAME_MAX), {
      message: `has a name of more than ${CHANNEL_NAME_MAX} characters`,
    })
    .refine((text) => text.split(',').length <= CHANNELS_MAX, `has more than ${CHANNELS_MAX} names`),
  /** Channel numbers between commas, or empty. */
  chsort: z.string().regex(/^$|^[1-9]\d?(,[1-9]\d?){0,63}$/, 'is no list of channel numbers'),
  /** KB a month; 0: unlimited. */
  maxnetflow: whole(0, 1e12),
  /** 1: the limit is enforced. */
  netlimit: whole(0, 1),
  /** Days events are kept; 0: the default. */
  eventdays: whole(0, 29_999),
})

export type DeviceSettings = Readonly<z.infer<typeof deviceSettingsSchema>>
export type SettingField = keyof DeviceSettings

/** The changed fields of `SET_SETTINGS`. */
export const settingsChangeSchema = deviceSettingsSchema.partial()
export type SettingsChange = Readonly<z.infer<typeof settingsChangeSchema>>

/**
 * The flag that a field asks for: `F_lmdvrs_` and its name. Plate and licence have none of their own; they go with the
 * vehicle and with the driver.
 */
export const fieldFlags: Readonly<Record<SettingField, AccessFlag>> = {
  channel: 'F_lmdvrs_channel',
  talkch: 'F_lmdvrs_talkch',
  gpstzenable: 'F_lmdvrs_gpstzenable',
  icon: 'F_lmdvrs_icon',
  extid: 'F_lmdvrs_extid',
  driver: 'F_lmdvrs_driver',
  driverlicense: 'F_lmdvrs_driver',
  vehicleid: 'F_lmdvrs_vehicleid',
  plate: 'F_lmdvrs_vehicleid',
  maplocation: 'F_lmdvrs_maplocation',
  streamtype: 'F_lmdvrs_streamtype',
  chmask: 'F_lmdvrs_chmask',
  recplan: 'F_lmdvrs_recplan',
  videolossinterval: 'F_lmdvrs_videolossinterval',
  recenable: 'F_lmdvrs_recenable',
  recdays: 'F_lmdvrs_recdays',
  recaudio: 'F_lmdvrs_recaudio',
  chnames: 'F_lmdvrs_chnames',
  chsort: 'F_lmdvrs_chsort',
  maxnetflow: 'F_lmdvrs_netlimit',
  netlimit: 'F_lmdvrs_netlimit',
  eventdays: 'F_lmdvrs_eventdays',
}

/** What `GET_SETTINGS` answers. */
export const settingsAnswerSchema = settingsChangeSchema.extend({ deviceid: z.string() })
