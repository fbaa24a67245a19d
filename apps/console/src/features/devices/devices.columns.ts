import type { TextKey } from '@fleetglass/texts'
import type { Device } from '../../engines/fleet/index.ts'
import { readJson, storageKeys, type TextStore } from '../../platform/storage/index.ts'
import type { Translate } from '../../platform/texts/index.ts'
import { zoneLabel } from '../../platform/time/index.ts'
import { displaySpeed, type LengthUnit, speedUnit } from '../../platform/units/index.ts'
import type { SortKey } from './devices.sort.ts'

/** DASH-17 … 32: the columns that can be switched, in their order. */
export const columnIds = [
  'driver',
  'memo',
  'plate',
  'speed',
  'channel',
  'signal',
  'acc',
  'voltage',
  'health',
  'temperature',
  'loopData',
  'satellites',
  'timezone',
  'sd',
  'talk',
  'ptz',
] as const

export type ColumnId = (typeof columnIds)[number]

/** DASH-33, and DASH-34 for the builds that start with more. */
const fewColumns: readonly ColumnId[] = ['driver', 'memo', 'plate', 'speed', 'channel', 'sd']
const widerColumns = [...fewColumns, 'acc', 'voltage', 'health', 'temperature', 'satellites']

interface Column {
  readonly labelKey: TextKey
  readonly sortKey?: SortKey
  readonly numeric?: true
  /** DASH-37: what stands in the cell; a missing value is an empty text. */
  readonly text: (device: Device, unit: LengthUnit, t: Translate) => string
}

export const columns: Record<ColumnId, Column> = {
  driver: { labelKey: 'column.driver', sortKey: 'driver', text: (device) => device.driverName },
  memo: { labelKey: 'column.memo', sortKey: 'memo', text: (device) => device.memo },
  plate: { labelKey: 'column.plate', sortKey: 'plate', text: (device) => device.plate },
  speed: {
    labelKey: 'column.speed',
    numeric: true,
    text: ({ position }, unit) => (position ? `${displaySpeed(position.speedKmh, unit)} ${speedUnit(unit)}` : ''),
  },
  channel: { labelKey: 'column.channel', numeric: true, text: (device) => String(device.channelCount) },
  signal: { labelKey: 'column.signal', numeric: true, text: (device) => withUnit(device.signalPercent, '%') },
  acc: {
    labelKey: 'column.acc',
    text: (device, _, t) => (device.accOn === null ? '' : t(device.accOn ? 'acc.on' : 'acc.off')),
  },
  voltage: { labelKey: 'column.voltage', numeric: true, text: voltageText },
  health: { labelKey: 'column.health', text: (device) => device.health },
  temperature: {
    labelKey: 'column.temperature',
    numeric: true,
    text: (device) => withUnit(device.temperaturesC[0], ' °C'),
  },
  loopData: { labelKey: 'column.loopData', text: (device) => device.temperaturesC.join(', ') },
  satellites: { labelKey: 'column.satellites', numeric: true, text: (device) => withUnit(device.satellites, '') },
  timezone: {
    labelKey: 'column.timezone',
    text: (device) => (device.timezoneH === null ? '' : zoneLabel(device.timezoneH)),
  },
  sd: { labelKey: 'column.sd', text: (device) => device.smart.map(smartText).join(' / ') },
  // A button instead of words.
  talk: { labelKey: 'talk.column', text: () => '' },
  ptz: { labelKey: 'ptz.column', text: () => '' },
}

/** ENT-022 … 026: unknown is `?`, no card is `-`, else the value itself. */
export function smartText(value: number): string {
  if (value === -2) return '?'
  return value === -1 ? '-' : String(value)
}

/** ENT-025: a real value below 10 is shown in red. */
export function smartIsLow(value: number): boolean {
  return value >= 0 && value < 10
}

/** DASH-16, DASH-36: the stored choice wins over the default; what cannot be read counts as absent. */
export function readColumns(store: TextStore, wider: boolean): readonly ColumnId[] {
  const stored = readJson(store, storageKeys.dashboardColumns)
  const chosen: readonly unknown[] = Array.isArray(stored) ? stored : wider ? widerColumns : fewColumns
  return columnIds.filter((id) => chosen.includes(id))
}

/** The choice with one column switched, in the order of the table; it is remembered. */
export function switchColumn(store: TextStore, chosen: readonly ColumnId[], id: ColumnId): readonly ColumnId[] {
  const next = columnIds.filter((one) => (one === id ? !chosen.includes(id) : chosen.includes(one)))
  store.set(storageKeys.dashboardColumns, JSON.stringify(next))
  return next
}

function voltageText({ voltageV, voltagePercent }: Device): string {
  return [withUnit(voltageV, ' V'), withUnit(voltagePercent, '%')].filter((part) => part !== '').join(' ')
}

function withUnit(value: number | null | undefined, unit: string): string {
  return value == null ? '' : `${value}${unit}`
}
