// A track as text, page after page: in what the other programs read. Pure, and run on a thread of its own.
import { csvCell, TRACK_CSV_COLUMNS, type TrackFormat } from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh, SILENCE_S } from '@fleetglass/geo'
import type { TrackPoint } from '../../ports/position-log/index.ts'
import { readPoints } from './point-format.ts'

export interface TrackTextOptions {
  readonly format: TrackFormat
  readonly deviceId: string
  readonly startS: number
  readonly endS: number
  /** Of the times in CSV. */
  readonly offsetS: number
}

/** What the text of a page has to know of those before it. */
export interface TrackTextState {
  readonly points: number
  readonly last: TrackPoint | null
  readonly maxSpeedDkmh: number
}

export const noPoints: TrackTextState = { points: 0, last: null, maxSpeedDkmh: 0 }

export const mediaTypes: Readonly<Record<TrackFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
}

/** Begin, one page of stored points, and end of a file. */
interface Writer {
  readonly begin: (options: TrackTextOptions) => string
  readonly page: (points: readonly TrackPoint[], options: TrackTextOptions, before: TrackTextState) => string
  readonly end: (options: TrackTextOptions, all: TrackTextState) => string
}

/** Text before the first point. */
export function beginText(options: TrackTextOptions): string {
  return writers[options.format].begin(options)
}

/** The text of a page (numbers as they are stored), and what the next one has to know. */
export function pageText(values: Float64Array, options: TrackTextOptions, before: TrackTextState) {
  const points = readPoints(values)
  const maxSpeedDkmh = points.reduce((most, { speedDkmh }) => Math.max(most, speedDkmh), before.maxSpeedDkmh)
  const state = { points: before.points + points.length, last: points.at(-1) ?? before.last, maxSpeedDkmh }
  return { text: writers[options.format].page(points, options, before), state }
}

/** Text behind the last point. */
export function endText(options: TrackTextOptions, all: TrackTextState): string {
  return writers[options.format].end(options, all)
}

const ACC_ON = 1

const csv: Writer = {
  // The byte order mark shows a spreadsheet that the rest is UTF-8.
  begin: () => `\uFEFF${TRACK_CSV_COLUMNS.map(csvCell).join(',')}\r\n`,
  page: (points, { offsetS }, before) =>
    points.map((point, n) => csvRow(point, before.points + n + 1, offsetS)).join(''),
  end: () => '',
}

function csvRow(point: TrackPoint, number: number, offsetS: number): string {
  const { timeS, latE6, lngE6, speedDkmh, headingDeg, altitudeM, satellites, signal, statusBits, alarmBits } = point
  const time = new Date((timeS + offsetS) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const place = [degreesFromE6(latE6), degreesFromE6(lngE6), kmhFromDkmh(speedDkmh), headingDeg]
  const more = [altitudeM, satellites, signal, statusBits & ACC_ON, hex(alarmBits), point.odometerM / 1000]
  return `${[number, time, ...place, ...more].map(csvCell).join(',')}\r\n`
}

const json: Writer = {
  begin: ({ deviceId, startS, endS }) =>
    `${JSON.stringify({ deviceid: deviceId, begintime: startS, endtime: endS }).slice(0, -1)},"list":[`,
  page: (points, _, before) =>
    points.map((point, n) => `${before.points + n === 0 ? '\n' : ',\n'}${JSON.stringify(jsonPoint(point))}`).join(''),
  end: (_, { maxSpeedDkmh }) => `\n],"maxSpeed":${kmhFromDkmh(maxSpeedDkmh)}}\n`,
}

function jsonPoint(point: TrackPoint) {
  const { timeS, latE6, lngE6, speedDkmh, headingDeg, altitudeM, satellites, signal, statusBits, alarmBits } = point
  return {
    time: timeS * 1000,
    lat: degreesFromE6(latE6),
    lng: degreesFromE6(lngE6),
    speedInKmh: kmhFromDkmh(speedDkmh),
    trackingAngle: headingDeg,
    altitude: altitudeM,
    satellites,
    signal,
    acc: statusBits & ACC_ON,
    alarms: hex(alarmBits),
    mileage: point.odometerM / 1000,
  }
}

/** GPX 1.1; speed (m/s) and course by the extension most programs know. A silence begins a new segment. */
const gpx: Writer = {
  begin: ({ deviceId }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gpx version="1.1" creator="Fleetglass" xmlns="http://www.topografix.com/GPX/1/1"',
      '  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
      `<trk><name>${xmlText(deviceId)}</name><trkseg>\n`,
    ].join('\n'),
  page: (points, _, { last }) =>
    points
      .map((point, n) => `${parts(points[n - 1] ?? last, point) ? '</trkseg><trkseg>\n' : ''}${gpxPoint(point)}`)
      .join(''),
  end: () => '</trkseg></trk></gpx>\n',
}

function gpxPoint({ timeS, latE6, lngE6, speedDkmh, headingDeg, altitudeM, satellites }: TrackPoint): string {
  const speed = (kmhFromDkmh(speedDkmh) / 3.6).toFixed(2)
  return [
    `<trkpt lat="${degreesFromE6(latE6).toFixed(6)}" lon="${degreesFromE6(lngE6).toFixed(6)}"><ele>${altitudeM}</ele>`,
    `<time>${isoTime(timeS)}</time><sat>${satellites}</sat><extensions><gpxtpx:TrackPointExtension>`,
    `<gpxtpx:speed>${speed}</gpxtpx:speed><gpxtpx:course>${headingDeg}</gpxtpx:course>`,
    '</gpxtpx:TrackPointExtension></extensions></trkpt>\n',
  ].join('')
}

/** Lines of at most a page, each begun where the one before ends, with times and speeds beside their places. */
const geojson: Writer = {
  begin: () => '{"type":"FeatureCollection","features":[',
  page(points, { deviceId }, { last, points: before }) {
    const features = runs(points, last).map((run) => JSON.stringify(feature(run, deviceId)))
    return features.map((text, n) => `${before === 0 && n === 0 ? '\n' : ',\n'}${text}`).join('')
  },
  end: () => '\n]}\n',
}

/** The points of a page cut at silences; the first begins with the last point of the page before. */
function runs(points: readonly TrackPoint[], last: TrackPoint | null): TrackPoint[][] {
  const found: TrackPoint[][] = []
  let before = last
  for (const point of points) {
    const run = found.at(-1)
    if (before === null || parts(before, point)) found.push([point])
    else if (run === undefined) found.push([before, point])
    else run.push(point)
    before = point
  }
  return found
}

function feature(run: readonly TrackPoint[], deviceid: string) {
  const coordinates = run.map(({ latE6, lngE6, altitudeM }) => [degreesFromE6(lngE6), degreesFromE6(latE6), altitudeM])
  const geometry =
    run.length === 1 ? { type: 'Point', coordinates: coordinates[0] } : { type: 'LineString', coordinates }
  const coordTimes = run.map(({ timeS }) => isoTime(timeS))
  const speedsKmh = run.map(({ speedDkmh }) => kmhFromDkmh(speedDkmh))
  return { type: 'Feature', geometry, properties: { deviceid, coordTimes, speedsKmh } }
}

const writers: Readonly<Record<TrackFormat, Writer>> = { csv, json, gpx, geojson }

function parts(before: TrackPoint | null, point: TrackPoint): boolean {
  return before !== null && point.timeS - before.timeS > SILENCE_S
}

function isoTime(timeS: number): string {
  return `${new Date(timeS * 1000).toISOString().slice(0, 19)}Z`
}

/** The 32 alarm bits. */
function hex(bits: number): string {
  return bits.toString(16).padStart(8, '0')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function xmlText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
