import type { TrackPoint } from './tracks.schema.ts'

/** A point of a GPS playback; the address is filled in by its look-up (GPSP-54). */
export interface GpsPoint extends TrackPoint {
  readonly address?: string
}

/** A point with its second of the hour, 0 to 3599. */
export interface GpsHourPoint extends GpsPoint {
  readonly seconds: number
}

/** An event on the map of a GPS playback (GPSP-56). */
export interface GpsEvent {
  /** The event code (EVT-30). */
  readonly appdevid: number
  /** Latitude, degrees (GPSP-57). */
  readonly vehiclex: number
  /** Longitude, degrees. */
  readonly vehicley: number
  /** Unix seconds. */
  readonly eventtimeutc: number
  /** km/h. */
  readonly speed: number
  readonly show: boolean
}

/** What a query of GPS playback gives, and what its JSON export saves (GPSP-53). */
export interface GpsPlayback<Event extends GpsEvent = GpsEvent> {
  readonly list: readonly GpsPoint[]
  readonly deviceid: string
  /** The range that was asked, unix seconds, both ends included. */
  readonly begintime: number
  readonly endtime: number
  /** km/h; 0 of no points. */
  readonly maxSpeed: number
  /** Hours 0 to 23 of the day, each with its points (GPSP-55). */
  readonly dayData: readonly (readonly GpsHourPoint[])[]
  readonly events: readonly Event[]
}

/** The hour of the day, 0 to 23, and the second of that hour, of a moment in unix milliseconds: in the zone of who looks. */
export type HourOf = (timeMs: number) => { readonly hour: number; readonly seconds: number }

export interface GpsPlaybackParts<Event extends GpsEvent> {
  readonly deviceid: string
  readonly begintime: number
  readonly endtime: number
  readonly list: readonly GpsPoint[]
  readonly events?: readonly Event[]
  readonly hourOf: HourOf
}

/** Puts the answer of a query together: the largest speed, and the points by hour. */
export function gpsPlayback<Event extends GpsEvent>(parts: GpsPlaybackParts<Event>): GpsPlayback<Event> {
  const { deviceid, begintime, endtime, list, events = [], hourOf } = parts
  const dayData: GpsHourPoint[][] = Array.from({ length: HOURS }, () => [])
  let maxSpeed = 0
  for (const point of list) {
    const { hour, seconds } = hourOf(point.time)
    dayData[hour]?.push({ ...point, seconds })
    maxSpeed = Math.max(maxSpeed, point.speedInKmh)
  }
  return { list, deviceid, begintime, endtime, maxSpeed, dayData, events }
}

const HOURS = 24
