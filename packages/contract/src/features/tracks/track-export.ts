// A track as a file, written while it is read: a month of a vehicle is 300 000 points.
import { z } from 'zod'
import { secondsSchema } from '../../envelope/index.ts'

/**
 * `GET`: `deviceid`, `start`, `end` (unix seconds, both included), `format`, and the offset from UTC in seconds `tz` for the
 * times in CSV and the name; needs what a track needs (`trackAccess`).
 */
export const trackExportPath = '/api/gps/export'

/** The longest range of one file: a year. */
export const TRACK_EXPORT_S_MAX = 366 * 86_400

export const TRACK_FORMATS = ['csv', 'json', 'gpx', 'geojson'] as const

export type TrackFormat = (typeof TRACK_FORMATS)[number]

/** Offsets reach from -12 to +14 hours. */
const offsetSchema = z.coerce.number().int().min(-43_200).max(50_400)

export const trackExportSchema = z
  .object({
    deviceid: z.string(),
    start: secondsSchema,
    end: secondsSchema,
    format: z.enum(TRACK_FORMATS),
    tz: offsetSchema.default(0),
  })
  .refine(({ start, end }) => start <= end, 'the range ends before it starts')
  .refine(({ start, end }) => end - start <= TRACK_EXPORT_S_MAX, 'the range is longer than 366 days')

export type TrackExportRequest = z.infer<typeof trackExportSchema>

/** The address of a file, for a link. */
export function trackExportAddress(request: TrackExportRequest): string {
  const query = Object.entries(request).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${trackExportPath}?${query.join('&')}`
}

/** GPSP-69: `{deviceid}_{YYYYMMDD}_gps.{format}`, the day where the range begins. */
export function trackFileName({
  deviceid,
  start,
  tz,
  format,
}: Pick<TrackExportRequest, 'deviceid' | 'start' | 'tz' | 'format'>): string {
  const day = new Date((start + tz) * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  return `${deviceid.replaceAll(/[^\w.-]/g, '_')}_${day}_gps.${format}`
}

/** The first six are the columns of the list view (GPSP-36). */
export const TRACK_CSV_COLUMNS = [
  ...['#', 'Time', 'Lat', 'Lng', 'Speed', 'Direction'],
  ...['Altitude', 'Satellites', 'Signal', 'ACC', 'Alarms', 'Mileage'],
] as const

/**
 * A cell of a CSV file: quoted where it must be, and with an apostrophe before what a spreadsheet would run as a formula
 * (`=`, `+`, `-`, `@` and control characters at its begin) unless it is a number (GPSP-69).
 */
export function csvCell(value: string | number): string {
  const text = String(value)
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
