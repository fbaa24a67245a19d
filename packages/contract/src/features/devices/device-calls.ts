// Questions about one device or the server, beside the lists: messages of the main channel and one call.
import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'

type Fields = Readonly<Record<string, string>>

/** Where a device is now, how fast and which way (RIGHT-010). Without it rows, events and streams come without them. */
export const positionAccess: Requirement = { anyOf: ['F_gps'] }

/** `POST /gkdevice/device`: one device by `deviceid`. */
export const devicePath = '/gkdevice/device'
export const deviceRequestSchema = z.object({ deviceid: z.string() })

/** The latest fix of the device in `A`: `LastFix` as JSON. */
export const LAST_FIX = 'Q07'
export const lastFixSchema = z
  .object({
    /** Unix seconds. */
    time: z.number(),
    lat: z.number(),
    lng: z.number(),
    speedInKmh: z.number(),
    trackingAngle: z.number(),
    satellites: z.number().nullable(),
  })
  .nullable()
export type LastFix = z.infer<typeof lastFixSchema>

/** How much of a day was recorded, by device. `B` is the begin of the day; left out: the server's day. */
export const RECORDING_COVERAGE = 'Q09'
const MINUTES_A_DAY = 1440

/** `null`: the server's day; `false`: no time. */
export function decodeRecordingCoverage({ B }: Fields): number | null | false {
  if (B === undefined || B === '') return null
  return /^\d{1,11}$/.test(B) ? Number(B) : false
}

/** Recorded minutes by device, of a day. */
export function writeRecordedMinutes(minutes: ReadonlyMap<string, number>): string {
  let sum = 0
  for (const value of minutes.values()) sum += value
  const average = minutes.size === 0 ? 0 : Math.round(sum / minutes.size)
  return [`*:${average.toString(16)}`, ...Array.from(minutes, ([id, value]) => `${id}:${value.toString(16)}`)].join(
    '\n',
  )
}

/** Shares of the day, 0 to 1: of all devices together, and by device. `null` for anything that is none. */
export function readRecordingCoverage(
  payload: string,
): { readonly average: number; readonly byDevice: ReadonlyMap<string, number> } | null {
  const byDevice = new Map<string, number>()
  for (const line of payload.split('\n')) {
    const [, id, hex] = /^([A-Za-z0-9._*-]+):([0-9a-f]{1,4})$/.exec(line) ?? []
    if (id === undefined || hex === undefined) return null
    byDevice.set(id, Number.parseInt(hex, 16) / MINUTES_A_DAY)
  }
  const average = byDevice.get('*')
  byDevice.delete('*')
  return average === undefined ? null : { average, byDevice }
}

/** Rates of the server, and who watches which device. Permission 0 only. */
export const SERVER_STATUS = 'Q10'
export const serverStatusSchema = z.object({
  /** Bytes a second: written to the disk, sent to viewers, received from devices. */
  hddBps: z.number(),
  uploadBps: z.number(),
  downloadBps: z.number(),
  /** Devices that are online. */
  devices: z.array(
    z.object({
      deviceid: z.string(),
      /** Of the device's software; empty until it has reported. */
      version: z.string(),
      /** Unix seconds. */
      arrivedTime: z.number(),
      users: z.array(
        z.object({
          type: z.enum(['live', 'lopb', 'repb', 'talk']),
          user: z.string(),
          ip: z.string(),
          port: z.number(),
          arrivedTime: z.number(),
        }),
      ),
    }),
  ),
})
export type ServerStatus = z.infer<typeof serverStatusSchema>
export type StreamUser = ServerStatus['devices'][number]['users'][number]
