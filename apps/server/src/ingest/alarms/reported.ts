// Belongs here: the alarms of one position, as causes of events. Does not: event codes (sources.ts), earlier positions (causes.ts).
import { speedingCode } from '@fleetglass/contract/events'
import { ALARM_NAMES, type AlarmSign, type KnownItem, type Position, readItem } from '@fleetglass/jt808'
import { alarmNumber, type Change, eventMemo, numberedMemo } from '../../services/events/index.ts'
import type { Cause } from './event-engine.types.ts'
import {
  abnormalDrivingSources,
  adasSources,
  alarmSources,
  areaSources,
  bsdSources,
  dsmSources,
  FIRST_GPIO_BIT,
  GPIO_INPUTS,
  gpioSource,
  harshDrivingSources,
  laneDepartureSources,
  overspeedSource,
  type Source,
  speedingSource,
  tpmsSource,
  videoAlarmSources,
  videoSources,
} from './sources.ts'

/** The alarms that one position reports. */
export interface Reported {
  /** Active conditions. */
  readonly on: Cause[]
  /** Active conditions that ingest/rules raises unless they arrive late: the rules do not evaluate a position that is older than the newest. */
  readonly byRules: Cause[]
  /** Groups that the position reports: their conditions that are not in `on` are over. Items that were left out change nothing. */
  readonly by: Set<string>
  /** Momentary alarms, and beginnings and ends that the device states itself. */
  readonly moments: { readonly change: Change; readonly cause: Cause }[]
}

/** Items that may raise events; other items are not decoded. */
const ALARM_ITEMS: ReadonlySet<number> = new Set([
  0x12, 0x14, 0x15, 0x16, 0x17, 0x18, 0x2a, 0x64, 0x65, 0x66, 0x67, 0x70,
])

/** Whether a position can raise events: a cheap test for the hot path. */
export function hasAlarms({ alarmBits, items }: Position): boolean {
  return alarmBits !== 0 || items.some(({ id }) => ALARM_ITEMS.has(id))
}

/** The alarms of a position. Every position has all alarm bits: a bit that is not set is over. */
export function reportedBy(position: Position): Reported {
  const reported: Reported = { on: [], byRules: [], by: new Set(['alarm']), moments: [] }
  for (let bit = 0; bit < ALARM_NAMES.length; bit++) {
    const name = ALARM_NAMES[bit]!
    const source = (position.alarmBits & (1 << bit)) === 0 ? null : alarmSources[name]
    if (source === null) continue
    reported.on.push(causeOf(`alarm:${name}`, source))
  }
  if (position.alarmBits & OVERSPEED_BIT)
    reported.byRules.push(causeOf('alarm:overspeed', overspeedSource, speedText(position.speedDkmh)))
  for (const item of position.items) {
    if (!ALARM_ITEMS.has(item.id)) continue
    const reading = readItem(item)
    if (reading.name !== 'unknown') readAlarmItem(reading, reported)
  }
  return reported
}

function readAlarmItem(item: KnownItem, reported: Reported): void {
  switch (item.name) {
    case 'areaCrossing': {
      const { areaId, direction } = item.value
      const source = areaSources[direction]
      const cause = source && causeOf(`area:${areaId}:${direction}`, source, `area ${areaId}`)
      if (cause) reported.moments.push({ change: 'new', cause })
      return
    }
    case 'videoAlarmBits':
      reported.by.add('video')
      for (const [bit, source] of videoAlarmSources) {
        if (item.value & (1 << bit)) reported.on.push(causeOf(`video:${bit}`, source))
      }
      return
    case 'videoLossBits':
      addLasting(reported, 'loss', videoSources.videoLoss, numberedMemo('channel', item.value))
      return
    case 'occlusionBits':
      addLasting(reported, 'occlusion', videoSources.occlusion, numberedMemo('channel', item.value))
      return
    case 'storageFaultBits':
      addLasting(reported, 'storage', videoSources.storageFault, numberedMemo('disk', item.value))
      return
    case 'abnormalDriving':
      reported.by.add('driver')
      abnormalDrivingSources.forEach((source, bit) => {
        if (item.value.bits & (1 << bit)) reported.on.push(causeOf(`driver:${bit}`, source))
      })
      return
    case 'sleepBits':
      reported.by.add('input')
      for (let input = 0; input < GPIO_INPUTS; input++) {
        if (item.value & (1 << (FIRST_GPIO_BIT + input))) reported.on.push(causeOf(`input:${input}`, gpioSource(input)))
      }
      return
    default:
      readSafety(item, reported)
  }
}

/** Items of active safety state whether an alarm begins (1), ends (2) or is momentary (0). */
function readSafety(item: KnownItem, reported: Reported): void {
  switch (item.name) {
    case 'adasAlarm': {
      const { type, speedKmh, deviation, signKind, signValue } = item.value
      const memo = speedText(speedKmh * 10)
      const overKmh = type === OVER_SIGN_LIMIT && signKind === SIGN_OF_SPEED ? speedKmh - signValue : 0
      const tier = speedingCode(overKmh)
      if (tier !== null)
        addMoment(reported, 'adas:limit', speedingSource(tier, overKmh), item.value, `${memo}, limit ${signValue} km/h`)
      else if (type === LANE_DEPARTURE) {
        const side = SIDES[deviation] ?? 'unknown'
        addMoment(reported, `adas:lane-${side}`, laneDepartureSources[side], item.value, memo)
      } else addMoment(reported, `adas:${type}`, adasSources.get(type), item.value, memo)
      return
    }
    case 'dsmAlarm':
      addMoment(reported, `dsm:${item.value.type}`, dsmSources.get(item.value.type), item.value)
      return
    case 'tpmsAlarm':
      for (const { wheel, bits, pressureKpa } of item.value.tyres) {
        if ((bits & ~TYRE_PERIODIC) === 0) continue
        addMoment(reported, `tyre:${wheel}`, tpmsSource, item.value, `tyre ${wheel}, ${pressureKpa} kPa`)
      }
      return
    case 'bsdAlarm':
      addMoment(reported, `bsd:${item.value.type}`, bsdSources.get(item.value.type), item.value)
      return
    case 'harshDrivingAlarm':
      addMoment(reported, `harsh:${item.value.type}`, harshDrivingSources.get(item.value.type), item.value)
      return
    default:
  }
}

const OVERSPEED_BIT = 1 << 1
/** By the deviation of item 0x64. */
const SIDES: Readonly<Record<number, 'left' | 'right'>> = { 1: 'left', 2: 'right' }
const LANE_DEPARTURE = 2
const OVER_SIGN_LIMIT = 6
const SIGN_OF_SPEED = 1
/** A periodic report without an alarm. */
const TYRE_PERIODIC = 1
const ENDS = 2

/** A condition that is active while at least one of its channels or disks is listed. */
function addLasting(reported: Reported, who: string, source: Source, memo: string): void {
  reported.by.add(who)
  if (memo !== '') reported.on.push(causeOf(`${who}:any`, source, memo))
}

/** The alarm id distinguishes two alarms of a kind from one that is sent twice. */
function addMoment(reported: Reported, key: string, source: Source | undefined, alarm: SafetyHead, memo = ''): void {
  if (source === undefined) return
  const cause = { ...causeOf(`${key}:${alarm.alarmId}`, source, memo), alarm: alarmNumber(alarm.sign) }
  reported.moments.push({ change: alarm.flag === ENDS ? 'cover' : 'new', cause })
}

interface SafetyHead {
  readonly alarmId: number
  readonly flag: number
  readonly sign: AlarmSign
}

/** The key of causes whose every report raises an event, within the limit of the device. */
export const EACH_TIME = ''

/** A cause of a source. */
export function causeOf(key: string, { code, name = '', call = false }: Source, memo = ''): Cause {
  return { key, code, name, memo: eventMemo(memo), call }
}

function speedText(dkmh: number): string {
  return `${Math.round(dkmh / 10)} km/h`
}
