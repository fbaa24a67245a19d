import { z } from 'zod'

/** At most this many bytes; letters, digits, `-`, `_` and `.`, hence one byte a character. */
export const DEVICE_ID_MAX = 31

const reserved = new Set(['broadcast', 'GLOBAL', 'ALL'])

/**
 * The id under which a device can be registered. An id of dots only is refused too: recordings lie in a folder of that
 * name.
 */
export const deviceIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9._-]+$/, 'a device id has letters, digits, "-", "_" and "." only')
  .max(DEVICE_ID_MAX, `a device id has at most ${DEVICE_ID_MAX} characters`)
  .refine((id) => !reserved.has(id) && !/^\.+$/.test(id), 'this device id is reserved')

export const CHANNELS_MAX = 64
export const CHANNELS_DEFAULT = 4

/** What the console shows beside the list rows; asked once after the login. */
export const extraInfoSchema = z.object({
  icon: z.number(),
  /** Channel numbers in the order they are shown; channels that are missing follow. */
  chsort: z.array(z.number()),
  /** Names by channel; an empty or missing one is `ch` and the number. */
  chnames: z.array(z.string()),
  plate: z.string(),
  talkch: z.number(),
  extid: z.string(),
})

export type ExtraInfo = z.infer<typeof extraInfoSchema>

/** By device id. */
export const extraInfosSchema = z.record(z.string(), extraInfoSchema)

/** One row of the device list. What is not known is `null`, or an empty text. */
export interface DeviceRow {
  readonly deviceId: string
  readonly driver: string
  /** Shown as Device Memo. */
  readonly memo: string
  /** By channel, the first is channel 1: whether it is available. */
  readonly enabledChannels: readonly boolean[]
  readonly online: boolean
  /** Unix seconds of the last change of state or sign of life. */
  readonly statusTimeS: number | null
  readonly registered: boolean
  readonly recording: boolean
  readonly timeZoneHours: number | null
  readonly gps: DeviceFix | null
  readonly voltageDecivolt: number | null
  readonly voltagePercent: number | null
  readonly signalPercent: number | null
  readonly satellites: number | null
  readonly health: string
  /** SD health by slot: -2 unknown, -1 no card, else a value. */
  readonly smart: readonly [number, number]
  /** Set by hand. */
  readonly mapLocation: { readonly latDeg: number; readonly lngDeg: number } | null
  readonly icon: number
  readonly temperaturesDecidegree: readonly number[]
  readonly accOn: boolean | null
  readonly driverLicence: string
}

export interface DeviceFix {
  /** Unix seconds. */
  readonly timeS: number
  readonly latDeg: number
  readonly lngDeg: number
  readonly speedKmh: number
  readonly headingDeg: number
}

/** Flag of `SMART` values. */
export const SMART_UNKNOWN = -2
