import { z } from 'zod'
import { printFlags } from './device.wire.ts'
import type { DeviceRow, ExtraInfo } from './devices.schema.ts'

const nullableNumber = z.number().nullable()

/** A place and motion, as JSON answers carry it (ENT-034). */
export const gpsInfoSchema = z
  .object({
    /** Unix seconds. */
    time: z.number(),
    data: z.object({
      lat: z.number(),
      lng: z.number(),
      speedInKmh: z.number(),
      trackingAngle: z.number(),
    }),
  })
  .nullable()

/** A device as a JSON answer: all that is known of it, `null` where something is not. */
export const deviceSchema = z.object({
  deviceid: z.string(),
  drivername: z.string(),
  /** Shown as Device Memo. */
  vehicleid: z.string(),
  plate: z.string(),
  extid: z.string(),
  driverlicense: z.string(),
  chmask: z.string(),
  chn_count: z.number(),
  /** Lowest bit: online. */
  status: z.number(),
  status_time: nullableNumber,
  /** Volts. */
  voltage: nullableNumber,
  voltpct: nullableNumber,
  /** Degrees Celsius: the first of `loopdata`. */
  temperature: nullableNumber,
  health: z.string(),
  /** 1 on, 0 off. */
  acc_on: nullableNumber,
  loopdata: z.array(z.number()),
  /** Health of the card in the first and second slot: -2 not known, -1 no card. */
  smart1: z.number(),
  smart2: z.number(),
  registed: z.boolean(),
  recording: z.number(),
  timezone: nullableNumber,
  signal: nullableNumber,
  satellites: nullableNumber,
  icon: z.number(),
  gps_info: gpsInfoSchema,
  maplocation: z.object({ lat: z.number(), lng: z.number() }).nullable(),
})

export type Device = z.infer<typeof deviceSchema>

/** The device of a row; plate and external id come from the extra information. */
export function toDevice(row: DeviceRow, info: Pick<ExtraInfo, 'plate' | 'extid'>): Device {
  const loopdata = row.temperaturesDecidegree.map((value) => value / 10)
  return {
    deviceid: row.deviceId,
    drivername: row.driver,
    vehicleid: row.memo,
    plate: info.plate,
    extid: info.extid,
    driverlicense: row.driverLicence,
    chmask: printFlags(row.enabledChannels),
    chn_count: row.enabledChannels.length,
    status: row.online ? 1 : 0,
    status_time: row.statusTimeS,
    voltage: row.voltageDecivolt === null ? null : row.voltageDecivolt / 10,
    voltpct: row.voltagePercent,
    temperature: loopdata[0] ?? null,
    health: row.health,
    acc_on: row.accOn === null ? null : row.accOn ? 1 : 0,
    loopdata,
    smart1: row.smart[0],
    smart2: row.smart[1],
    registed: row.registered,
    recording: row.recording ? 1 : 0,
    timezone: row.timeZoneHours,
    signal: row.signalPercent,
    satellites: row.satellites,
    icon: row.icon,
    gps_info: toGpsInfo(row.gps),
    maplocation: row.mapLocation === null ? null : { lat: row.mapLocation.latDeg, lng: row.mapLocation.lngDeg },
  }
}

function toGpsInfo(fix: DeviceRow['gps']): Device['gps_info'] {
  if (fix === null) return null
  const { timeS, latDeg, lngDeg, speedKmh, headingDeg } = fix
  return { time: timeS, data: { lat: latDeg, lng: lngDeg, speedInKmh: speedKmh, trackingAngle: headingDeg } }
}
