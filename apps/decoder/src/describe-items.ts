import {
  ABNORMAL_DRIVING_NAMES,
  ADAS_NAMES,
  BSD_NAMES,
  DSM_NAMES,
  HARSH_DRIVING_NAMES,
  type ItemReading,
  namesOfBits,
  type PositionItem,
  readItem,
  SIGNAL_NAMES,
  SLEEP_NAMES,
  TPMS_NAMES,
  trackerState,
  VIDEO_ALARM_NAMES,
} from '@fleetglass/jt808'
import { humanField, humanValue, type Json } from './human-values.ts'

/**
 * The items of a position by name; an unknown one under its number as hex, a repeated one as a list. Places in items have the
 * hemisphere of the position.
 */
export function describeItems(items: readonly PositionItem[], statusBits: number): Json {
  const byName = new Map<string, Json[]>()
  for (const item of items) {
    const [name, value] = describeItem(onHemisphere(readItem(item), statusBits))
    byName.set(name, [...(byName.get(name) ?? []), value])
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]))
}

const SOUTH = 1 << 2
const WEST = 1 << 3

function onHemisphere(item: ItemReading, statusBits: number): ItemReading {
  const { value } = item
  if (typeof value !== 'object' || !('latitudeE6' in value)) return item
  const { latitudeE6, longitudeE6 } = value
  const place = {
    latitudeE6: statusBits & SOUTH ? -latitudeE6 : latitudeE6,
    longitudeE6: statusBits & WEST ? -longitudeE6 : longitudeE6,
  }
  return { ...item, value: { ...value, ...place } } as ItemReading
}

function describeItem(item: ItemReading): [name: string, value: Json] {
  switch (item.name) {
    case 'unknown':
      return [`0x${item.id.toString(16).padStart(2, '0')}`, humanValue(item.value)]
    case 'videoAlarmBits':
      return ['videoAlarms', namesOfBits(item.value, VIDEO_ALARM_NAMES)]
    case 'videoLossBits':
      return ['videoLossChannels', channels(item.value)]
    case 'occlusionBits':
      return ['occlusionChannels', channels(item.value)]
    case 'storageFaultBits':
      return ['storageFaults', namesOfBits(item.value, STORAGE_NAMES)]
    case 'signalBits':
      return ['signals', namesOfBits(item.value, SIGNAL_NAMES)]
    case 'sleepBits':
      return ['sleep', namesOfBits(item.value, SLEEP_NAMES)]
    case 'abnormalDriving': {
      const { bits, ...others } = item.value
      return [item.name, { kinds: namesOfBits(bits, ABNORMAL_DRIVING_NAMES), ...others }]
    }
    case 'adasAlarm':
      return [item.name, withTypeName(item.value, ADAS_NAMES)]
    case 'dsmAlarm':
      return [item.name, withTypeName(item.value, DSM_NAMES)]
    case 'bsdAlarm':
      return [item.name, withTypeName(item.value, BSD_NAMES)]
    case 'harshDrivingAlarm':
      return [item.name, withTypeName(item.value, HARSH_DRIVING_NAMES)]
    case 'tpmsAlarm': {
      const tyres = item.value.tyres.map(({ bits, ...tyre }) => ({ ...tyre, alarms: namesOfBits(bits, TPMS_NAMES) }))
      return [item.name, humanValue({ ...item.value, tyres })]
    }
    case 'trackerState':
      return [item.name, humanValue({ ...trackerState(item.value), entries: item.value })]
    default:
      return humanField(item.name, item.value)
  }
}

/** Bits 0 to 11 main storage, 12 to 15 backup. */
const STORAGE_NAMES = Array.from({ length: 16 }, (_, bit) => (bit < 12 ? `main${bit + 1}` : `backup${bit - 11}`))

function channels(bits: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => bit + 1).filter((channel) => bits & (1 << (channel - 1)))
}

function withTypeName(alarm: { readonly type: number }, names: Readonly<Record<number, string>>): Json {
  return humanValue({ typeName: names[alarm.type] ?? `type${alarm.type}`, ...alarm })
}
