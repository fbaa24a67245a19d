import { parseFlags, printFlags } from './device.wire.ts'
import { type DeviceFix, type DeviceRow, SMART_UNKNOWN } from './devices.schema.ts'

/**
 * A list row on the wire: 19 columns between TABs, unknown values empty. Backslash, TAB, LF and CR inside a column are
 * escaped.
 */
export function encodeRow(row: DeviceRow): string {
  const columns = [
    row.deviceId,
    row.driver,
    row.memo,
    printFlags(row.enabledChannels),
    row.online ? '1' : '0',
    number(row.statusTimeS),
    row.registered ? '1' : '0',
    row.recording ? '1' : '0',
    number(row.timeZoneHours),
    row.gps === null ? '' : encodeFix(row.gps),
    number(row.voltageDecivolt),
    number(row.signalPercent),
    number(row.satellites),
    row.health,
    smart(row.smart[0]),
    smart(row.smart[1]),
    row.mapLocation === null ? '' : `${degrees(row.mapLocation.latDeg)},${degrees(row.mapLocation.lngDeg)}`,
    String(row.icon),
    encodeMore(row),
  ]
  return columns.map(escapeColumn).join('\t')
}

/** A row, or why it is none. */
export type RowResult =
  | { readonly ok: true; readonly value: DeviceRow }
  | { readonly ok: false; readonly reason: string }

/** Reads a row; one with fewer than 18 columns is a fault of the sender, to be logged and skipped. */
export function decodeRow(text: string): RowResult {
  const columns = text.includes('\\') ? text.split('\t').map(unescapeColumn) : text.split('\t')
  if (columns.length < 18) return { ok: false, reason: `a device row has ${columns.length} columns` }
  const column = (index: number): string => columns[index] ?? ''
  const more = decodeMore(column(18))
  return {
    ok: true,
    value: {
      deviceId: column(0),
      driver: column(1),
      memo: column(2),
      enabledChannels: parseFlags(column(3)),
      online: Number(column(4)) > 0,
      statusTimeS: toNumber(column(5)),
      registered: column(6) === '1',
      recording: column(7) === '1',
      timeZoneHours: toNumber(column(8)),
      gps: decodeFix(column(9)),
      voltageDecivolt: toNumber(column(10)),
      voltagePercent: toNumber(more.VPCT),
      signalPercent: toNumber(column(11)),
      satellites: toNumber(column(12)),
      health: column(13),
      smart: [toNumber(column(14)) ?? SMART_UNKNOWN, toNumber(column(15)) ?? SMART_UNKNOWN],
      mapLocation: decodePlace(column(16)),
      icon: toNumber(column(17)) ?? 0,
      temperaturesDecidegree: Array.isArray(more.TEMP) ? more.TEMP.filter((value) => typeof value === 'number') : [],
      accOn: more.ACC === undefined ? null : more.ACC === 1,
      driverLicence: typeof more.DL === 'string' ? more.DL : '',
    },
  }
}

function number(value: number | null): string {
  return value === null ? '' : String(value)
}

function smart(value: number): string {
  return value === SMART_UNKNOWN ? '' : String(value)
}

/** Six decimals are a tenth of a metre, and what is stored. */
function degrees(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}

function encodeFix(fix: DeviceFix): string {
  return [fix.timeS, degrees(fix.latDeg), degrees(fix.lngDeg), fix.speedKmh, fix.headingDeg].join(',')
}

function decodeFix(text: string): DeviceFix | null {
  const [timeS, latDeg, lngDeg, speedKmh, headingDeg] = text.split(',').map(toNumber)
  if (timeS == null || latDeg == null || lngDeg == null) return null
  return { timeS, latDeg, lngDeg, speedKmh: speedKmh ?? 0, headingDeg: headingDeg ?? 0 }
}

function decodePlace(text: string): DeviceRow['mapLocation'] {
  const [latDeg, lngDeg] = text.split(',').map(toNumber)
  return latDeg == null || lngDeg == null ? null : { latDeg, lngDeg }
}

function encodeMore(row: DeviceRow): string {
  const more = {
    ...(row.temperaturesDecidegree.length > 0 && { TEMP: row.temperaturesDecidegree }),
    ...(row.accOn !== null && { ACC: row.accOn ? 1 : 0 }),
    ...(row.voltagePercent !== null && { VPCT: row.voltagePercent }),
    ...(row.driverLicence !== '' && { DL: row.driverLicence }),
  }
  return Object.keys(more).length === 0 ? '' : JSON.stringify(more)
}

/** The last column may be anything a later server sends: what is no object counts as empty. */
function decodeMore(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const unescapes: Readonly<Record<string, string>> = { '\\': '\\', t: '\t', n: '\n', r: '\r' }

function escapeColumn(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string)
}

function unescapeColumn(text: string): string {
  return text.replace(/\\(.)/g, (pair, character: string) => unescapes[character] ?? pair)
}
