// Belongs here: what a position says, as causes of events. Does not: numbers (sources.ts), what was said before (causes.ts).
import { speedingCode } from '@fleetglass/contract/events'
import { ALARM_NAMES, type KnownItem, type Position, readItem } from '@fleetglass/jt808'
import type { Change } from '../../services/events/index.ts'
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

/** What one position tells. */
export interface Told {
  /** What is so now. */
  readonly on: Cause[]
  /** What is so now and is raised by ingest/rules, unless it arrives late: the rules judge no position that is older than the newest. */
  readonly byRules: Cause[]
  /** Who told: what is not in `on` of these is over. Items that were left out say nothing. */
  readonly by: Set<string>
  /** What happened at this moment, or what the device itself calls begun and ended. */
  readonly moments: { readonly change: Change; readonly cause: Cause }[]
}

/** Items that lead to events; any other item of a position costs nothing. */
const TELLING: ReadonlySet<number> = new Set([0x12, 0x14, 0x15, 0x16, 0x17, 0x18, 0x2a, 0x64, 0x65, 0x66, 0x67, 0x70])

/** Whether the position can tell anything: the hot path asks before it reads. */
export function isTelling({ alarmBits, items }: Position): boolean {
  return alarmBits !== 0 || items.some(({ id }) => TELLING.has(id))
}

/** Reads a position. Alarm bits are in every one, so that a bit which is not set is over. */
export function toldBy(position: Position): Told {
  const told: Told = { on: [], byRules: [], by: new Set(['alarm']), moments: [] }
  for (let bit = 0; bit < ALARM_NAMES.length; bit++) {
    const name = ALARM_NAMES[bit]!
    const source = (position.alarmBits & (1 << bit)) === 0 ? null : alarmSources[name]
    if (source === null) continue
    told.on.push(causeOf(`alarm:${name}`, source))
  }
  if (position.alarmBits & OVERSPEED_BIT)
    told.byRules.push(causeOf('alarm:overspeed', overspeedSource, speedText(position.speedDkmh)))
  for (const item of position.items) {
    if (!TELLING.has(item.id)) continue
    const reading = readItem(item)
    if (reading.name !== 'unknown') readTelling(reading, told)
  }
  return told
}

function readTelling(item: KnownItem, told: Told): void {
  switch (item.name) {
    case 'areaCrossing': {
      const { areaId, direction } = item.value
      const source = areaSources[direction]
      const cause = source && causeOf(`area:${areaId}:${direction}`, source, `area ${areaId}`)
      if (cause) told.moments.push({ change: 'new', cause })
      return
    }
    case 'videoAlarmBits':
      told.by.add('video')
      for (const [bit, source] of videoAlarmSources) {
        if (item.value & (1 << bit)) told.on.push(causeOf(`video:${bit}`, source))
      }
      return
    case 'videoLossBits':
      stands(told, 'loss', videoSources.videoLoss, numbered('channel', item.value))
      return
    case 'occlusionBits':
      stands(told, 'occlusion', videoSources.occlusion, numbered('channel', item.value))
      return
    case 'storageFaultBits':
      stands(told, 'storage', videoSources.storageFault, numbered('disk', item.value))
      return
    case 'abnormalDriving':
      told.by.add('driver')
      abnormalDrivingSources.forEach((source, bit) => {
        if (item.value.bits & (1 << bit)) told.on.push(causeOf(`driver:${bit}`, source))
      })
      return
    case 'sleepBits':
      told.by.add('input')
      for (let input = 0; input < GPIO_INPUTS; input++) {
        if (item.value & (1 << (FIRST_GPIO_BIT + input))) told.on.push(causeOf(`input:${input}`, gpioSource(input)))
      }
      return
    default:
      readSafety(item, told)
  }
}

/** Items of active safety say by themselves what begins (1), ends (2) or only happens (0). */
function readSafety(item: KnownItem, told: Told): void {
  switch (item.name) {
    case 'adasAlarm': {
      const { type, speedKmh, deviation, signKind, signValue } = item.value
      const memo = speedText(speedKmh * 10)
      const overKmh = type === OVER_SIGN_LIMIT && signKind === SIGN_OF_SPEED ? speedKmh - signValue : 0
      const tier = speedingCode(overKmh)
      if (tier !== null)
        alarmed(told, 'adas:limit', speedingSource(tier, overKmh), item.value, `${memo}, limit ${signValue} km/h`)
      else if (type === LANE_DEPARTURE) {
        const side = SIDES[deviation] ?? 'unknown'
        alarmed(told, `adas:lane-${side}`, laneDepartureSources[side], item.value, memo)
      } else alarmed(told, `adas:${type}`, adasSources.get(type), item.value, memo)
      return
    }
    case 'dsmAlarm':
      alarmed(told, `dsm:${item.value.type}`, dsmSources.get(item.value.type), item.value)
      return
    case 'tpmsAlarm':
      for (const { wheel, bits, pressureKpa } of item.value.tyres) {
        if ((bits & ~TYRE_PERIODIC) === 0) continue
        alarmed(told, `tyre:${wheel}`, tpmsSource, item.value, `tyre ${wheel}, ${pressureKpa} kPa`)
      }
      return
    case 'bsdAlarm':
      alarmed(told, `bsd:${item.value.type}`, bsdSources.get(item.value.type), item.value)
      return
    case 'harshDrivingAlarm':
      alarmed(told, `harsh:${item.value.type}`, harshDrivingSources.get(item.value.type), item.value)
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
/** A tyre that only reports. */
const TYRE_PERIODIC = 1
const ENDS = 2

/** A cause that is so while at least one of its channels or disks is named. */
function stands(told: Told, who: string, source: Source, memo: string): void {
  told.by.add(who)
  if (memo !== '') told.on.push(causeOf(`${who}:any`, source, memo))
}

/** The number of the alarm tells two of a kind apart, and one that is sent twice from two. */
function alarmed(told: Told, key: string, source: Source | undefined, alarm: SafetyHead, memo = ''): void {
  if (source === undefined) return
  const cause = causeOf(`${key}:${alarm.alarmId}`, source, memo)
  told.moments.push({ change: alarm.flag === ENDS ? 'cover' : 'new', cause })
}

interface SafetyHead {
  readonly alarmId: number
  readonly flag: number
}

/** The key of causes that are told each time, as far as the device's bound allows: none is remembered. */
export const EACH_TIME = ''

/** Longest text of a device in an event. */
const LONGEST_MEMO = 500

/** A cause of a source. */
export function causeOf(key: string, { code, name = '', call = false }: Source, memo = ''): Cause {
  return { key, code, name, memo: memoOf(memo), call }
}

function memoOf(text: string): string {
  // PostgreSQL keeps no NUL in a text, and a device may send one.
  const memo = text.replaceAll('\0', '')
  // A copy: a slice would keep the whole text in memory, which may be megabytes.
  return memo.length <= LONGEST_MEMO ? memo : Buffer.from(memo.slice(0, LONGEST_MEMO), 'utf16le').toString('utf16le')
}

function speedText(dkmh: number): string {
  return `${Math.round(dkmh / 10)} km/h`
}

/** `channel 1, 3` for bits 0 and 2; empty for none. */
function numbered(what: string, bits: number): string {
  const numbers = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => bits & (1 << bit))
  return numbers.length === 0 ? '' : `${what} ${numbers.map((bit) => bit + 1).join(', ')}`
}
