// Belongs here: what stands in a report file. Does not: when it is written (report-run.ts), and how it comes to the disk (report-file.ts).
import {
  type EventReport,
  REPORT_ROWS_MAX,
  type ReportPeriod,
  reportTimeText,
} from '@fleetglass/contract/event-reports'
import { csvCell, SLOT_S } from '@fleetglass/contract/tracks'
import { degreesFromE6, kmhFromDkmh } from '@fleetglass/geo'
import type { RegisteredDevice, Registry } from '../directory/index.ts'
import { type EventProfiles, shownEvent } from '../event-profiles/index.ts'
import type { Fleet } from '../live-state/index.ts'
import type { Recordings } from '../recordings/index.ts'
import type { TrackSums } from '../tracks/index.ts'
import type { ReportedEvent, ReportStore } from './report.store.ts'

export interface ReportSources {
  readonly store: ReportStore
  readonly registry: Pick<Registry, 'all' | 'byId'>
  readonly profiles: Pick<EventProfiles, 'look'>
  readonly fleet: Pick<Fleet, 'get'>
  readonly recordings: Pick<Recordings, 'minuteFlags' | 'recordedMinutes'>
  readonly trackSums: Pick<TrackSums, 'settle' | 'totals'>
}

type Cell = string | number

/** Rows of one query, and between two turns of other work. */
const PAGE = 500
const DAY_S = 86_400
const DAY_MINUTES = 1_440
const MM_PER_KM = 1e6
const KM_PER_MILE = 1.609344
/** A spreadsheet takes the file for UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The text of the file in pieces; other work gets its turn between them. */
export async function* reportText(
  sources: ReportSources,
  report: EventReport,
  period: ReportPeriod,
): AsyncGenerator<string> {
  const { heads, rows } = tableOf(sources, report, period)
  yield `${BYTE_ORDER_MARK}${lineOf(['Device ID', 'Driver', 'Device Memo', 'Plate', ...heads])}`
  let count = 0
  for await (const some of rows) {
    const fitting = some.slice(0, REPORT_ROWS_MAX - count)
    count += fitting.length
    yield fitting.map(lineOf).join('')
    if (fitting.length < some.length) {
      yield lineOf([`More than ${REPORT_ROWS_MAX} rows: choose a shorter period, fewer devices or fewer events.`])
      return
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

interface ReportTable {
  /** Behind those of the device. */
  readonly heads: readonly string[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}

function tableOf(sources: ReportSources, report: EventReport, period: ReportPeriod): ReportTable {
  const units = report.unit === 0 ? { speed: 'km/h', distance: 'km' } : { speed: 'mi/h', distance: 'mi' }
  switch (report.type) {
    case 'event':
      return {
        heads: ['Event', 'Event Code', 'Notify', 'Memo', 'Time', 'Lat', 'Lng', `Speed (${units.speed})`],
        rows: eventRows(sources, report, period),
      }
    case 'sdcard':
      return { heads: ['Slot', 'Health (%)'], rows: cardRows(sources, report) }
    case 'idle':
      return { heads: ['Idle (s)', `Distance (${units.distance})`], rows: idleRows(sources, report, period) }
    case 'usage':
      return { heads: ['Usage (%)'], rows: usageRows(sources, report, period) }
  }
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(csvCell).join()}\r\n`
const nameCells = ({ deviceId, driver, memo, plate }: RegisteredDevice): readonly Cell[] => [
  deviceId,
  driver,
  memo,
  plate,
]

/** RPT-30: no devices are all devices, by id; those that were removed since are left out. */
function devicesOf({ registry }: ReportSources, { devices }: EventReport): readonly RegisteredDevice[] {
  if (devices !== '')
    return devices.split(',').flatMap((deviceId) => {
      const device = registry.byId(deviceId)
      return device ? [device] : []
    })
  return [...registry.all()].sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
}

async function* eventRows(sources: ReportSources, report: EventReport, period: ReportPeriod) {
  const range = { ...period, codes: report.events, limit: PAGE }
  for (const device of devicesOf(sources, report)) {
    for (let last: ReportedEvent | null = null; ; ) {
      const events: readonly ReportedEvent[] = await sources.store.events(device.key, range, last)
      last = events.at(-1) ?? null
      yield events.map((event) => eventCells(sources, report, device, event))
      if (events.length < PAGE) break
    }
  }
}

function eventCells(
  { profiles }: ReportSources,
  { unit, tz }: EventReport,
  device: RegisteredDevice,
  { code, name, memo, timeS, latE6, lngE6, speedDkmh }: ReportedEvent,
): readonly Cell[] {
  const { eventname, notifytext = '' } = shownEvent(profiles, { deviceKey: device.key, code, name })
  return [
    ...nameCells(device),
    ...[eventname, code, notifytext, withSpeeds(memo, unit), reportTimeText(timeS, tz)],
    latE6 === null ? '' : degreesFromE6(latE6),
    lngE6 === null ? '' : degreesFromE6(lngE6),
    speedDkmh === null ? '' : inUnit(kmhFromDkmh(speedDkmh), unit),
  ]
}

/** RPT-26: kilometres as miles, to a tenth. */
function inUnit(km: number, unit: 0 | 1): number {
  return Math.round((unit === 0 ? km : km / KM_PER_MILE) * 10) / 10
}

/** The server writes speeds and temperatures of memos in km/h and °C. */
function withSpeeds(memo: string, unit: 0 | 1): string {
  if (unit === 0) return memo
  return memo
    .replace(/(\d+(?:\.\d+)?) km\/h/g, (_, kmh) => `${inUnit(Number(kmh), unit)} mi/h`)
    .replace(/(-?\d+(?:\.\d+)?) ?°C/g, (_, degrees) => `${Math.round(Number(degrees) * 18 + 320) / 10} °F`)
}

/** RPT-27: what the cards report now; a card whose health is not known is not below a limit. */
async function* cardRows(sources: ReportSources, report: EventReport) {
  const [limit = 0] = report.events
  const devices = devicesOf(sources, report)
  for (let from = 0; from < devices.length; from += PAGE) {
    yield devices.slice(from, from + PAGE).flatMap((device) => {
      const slots = sources.fleet.get(device.deviceId)?.smart ?? []
      return slots.flatMap((health, at) =>
        health >= 0 && health < limit ? [[...nameCells(device), at + 1, health]] : [],
      )
    })
  }
}

/** RPT-27: ignition on without movement, over the whole period, in whole quarters of an hour. */
async function* idleRows(sources: ReportSources, report: EventReport, { startS, endS }: ReportPeriod) {
  const [limitS = 0] = report.events
  const devices = devicesOf(sources, report)
  const slots = { from: Math.floor(startS / SLOT_S), to: Math.ceil(endS / SLOT_S) }
  for (let from = 0; from < devices.length; from += PAGE) {
    const some = devices.slice(from, from + PAGE)
    const keys = some.map(({ key }) => key)
    await sources.trackSums.settle(keys)
    const sums = new Map((await sources.trackSums.totals(keys, slots)).map((sum) => [sum.deviceKey, sum]))
    for (const device of some) {
      const { idleS = 0, distanceMm = 0 } = sums.get(device.key) ?? {}
      if (idleS > limitS) yield [[...nameCells(device), idleS, inUnit(distanceMm / MM_PER_KM, report.unit)]]
    }
  }
}

/** RPT-28: the share of the minutes of the period that are recorded (USAGE-06). */
async function* usageRows(sources: ReportSources, report: EventReport, { startS, endS }: ReportPeriod) {
  const [limit = 0] = report.events
  const devices = devicesOf(sources, report)
  const recorded = new Map<number, number>()
  const add = (key: number, minutes: number) => recorded.set(key, (recorded.get(key) ?? 0) + minutes)
  for (let fromS = startS; fromS < endS; fromS += DAY_S) {
    const minutes = Math.min(DAY_MINUTES, Math.round((endS - fromS) / 60))
    if (minutes === DAY_MINUTES)
      for (const [key, count] of await sources.recordings.recordedMinutes(fromS * 1000)) add(key, count)
    else
      for (const { key } of devices) {
        const flags = await sources.recordings.minuteFlags(key, fromS * 1000)
        add(key, [...flags.slice(0, minutes)].filter((flag) => flag === '1').length)
      }
  }
  const allMinutes = (endS - startS) / 60
  for (let from = 0; from < devices.length; from += PAGE) {
    yield devices.slice(from, from + PAGE).flatMap((device) => {
      const percent = (100 * (recorded.get(device.key) ?? 0)) / allMinutes
      return percent < limit ? [[...nameCells(device), Math.round(percent * 10) / 10]] : []
    })
  }
}
