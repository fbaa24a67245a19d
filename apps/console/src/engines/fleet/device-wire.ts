import type { VcpMessage } from '@fleetglass/vcp'
import type { DevicePosition } from './device.ts'
import type { ServerInfo } from './fleet.ts'

/** One row of a device list (VCP-093 … 095). */
export interface DeviceRow {
  readonly deviceId: string
  readonly driverName: string
  readonly memo: string
  readonly channelMask: string
  readonly status: number
  readonly statusTimeS: number | null
  readonly registered: boolean
  readonly recording: boolean
  readonly timezoneH: number | null
  readonly position: DevicePosition | null
  readonly voltageV: number | null
  readonly signalPercent: number | null
  readonly satellites: number | null
  readonly health: string
  readonly smart: readonly [number | null, number | null]
  readonly mapLocation: { readonly lat: number; readonly lng: number } | null
  readonly icon: number
  readonly temperaturesC: readonly number[]
  readonly accOn: boolean | null
  readonly voltagePercent: number | null
  readonly driverLicence: string
}

export interface DeviceExtra {
  readonly plate: string
  readonly extId: string
  readonly channelOrder: readonly number[]
  readonly channelNames: readonly string[]
}

const leastColumns = 18

/** A part of a list: its rows, or the closing `fin` (VCP-053). A row that cannot be read is skipped with a reason. */
export function parseListPart(message: VcpMessage): {
  readonly rows: readonly { readonly text: string; readonly row: DeviceRow }[]
  readonly skipped: readonly string[]
  readonly fin: boolean
} {
  const text = payloadText(message)
  if (text === 'fin') return { rows: [], skipped: [], fin: true }
  const rows: { text: string; row: DeviceRow }[] = []
  const skipped: string[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const columns = line.split('\t')
    if (columns.length < leastColumns) skipped.push(`${columns.length} columns instead of ${leastColumns} or more`)
    else rows.push({ text: line, row: parseRow(columns.map(unescapeColumn)) })
  }
  return { rows, skipped, fin: false }
}

function parseRow(columns: readonly string[]): DeviceRow {
  const column = (index: number): string => columns[index] ?? ''
  const number = (index: number): number | null => finite(column(index))
  const extra = jsonRecord(column(18))
  const decivolt = number(10)
  return {
    deviceId: column(0),
    driverName: column(1),
    memo: column(2),
    channelMask: column(3),
    status: number(4) ?? 0,
    statusTimeS: number(5),
    registered: column(6) === '1',
    recording: column(7) === '1',
    timezoneH: number(8),
    position: parsePosition(column(9)),
    voltageV: decivolt === null ? null : decivolt / 10,
    signalPercent: number(11),
    satellites: number(12),
    health: column(13),
    smart: [number(14), number(15)],
    mapLocation: parsePlace(column(16)),
    icon: number(17) ?? 0,
    temperaturesC: numbers(extra.TEMP).map((decidegree) => decidegree / 10),
    accOn: extra.ACC === undefined ? null : Number(extra.ACC) === 1,
    voltagePercent: extra.VPCT === undefined ? null : finite(String(extra.VPCT)),
    driverLicence: typeof extra.DL === 'string' ? extra.DL : '',
  }
}

/** VCP-094; a position of 0,0 is no fix (MAP-06). */
function parsePosition(text: string): DevicePosition | null {
  if (text === '') return null
  const [timeS, lat, lng, speedKmh, headingDeg] = text.split(',').map(finite)
  if (timeS == null || lat == null || lng == null || (lat === 0 && lng === 0)) return null
  return { timeS, lat, lng, speedKmh: speedKmh ?? 0, headingDeg: headingDeg ?? 0 }
}

function parsePlace(text: string): { lat: number; lng: number } | null {
  const [lat, lng] = text.split(',').map(finite)
  return lat == null || lng == null ? null : { lat, lng }
}

/** VCP-050: extra information by device id; what is not of the right kind is left out. */
export function parseExtras(message: VcpMessage): ReadonlyMap<string, DeviceExtra> {
  const extras = new Map<string, DeviceExtra>()
  for (const [deviceId, value] of Object.entries(jsonRecord(payloadText(message)))) {
    if (typeof value !== 'object' || value === null) continue
    const given = value as Record<string, unknown>
    extras.set(deviceId, {
      plate: typeof given.plate === 'string' ? given.plate : '',
      extId: typeof given.extid === 'string' ? given.extid : '',
      channelOrder: numbers(given.chsort),
      channelNames: Array.isArray(given.chnames)
        ? given.chnames.map((name) => (typeof name === 'string' ? name : ''))
        : [],
    })
  }
  return extras
}

/** VCP-041 … 046. */
export function parseServerInfo({ fields }: VcpMessage): ServerInfo {
  return {
    version: fields.A || '1.0.3',
    maxLicence: finite(fields.B ?? ''),
    expiresS: finite(fields.C ?? '') || null,
    timezoneH: finite(fields.D ?? '') ?? 0,
    streamPort: finite(fields.E ?? ''),
  }
}

function payloadText({ payload }: VcpMessage): string {
  return payload ? new TextDecoder().decode(payload) : ''
}

function unescapeColumn(text: string): string {
  const plain: Record<string, string> = { '\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r' }
  return text.includes('\\') ? text.replace(/\\[\\tnr]/g, (pair) => plain[pair] ?? pair) : text
}

function finite(text: string): number | null {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item): item is number => Number.isFinite(item)) : []
}

function jsonRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
