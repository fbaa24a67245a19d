import { bcdToDigits } from '@fleetglass/bytes'
import { decodeText } from '../text.ts'
import type { Tag } from './tag-list.ts'

/** The known entries of the list in item 0xEB. */
export interface TrackerState {
  readonly fuelDl?: number
  readonly supplyMillivolt?: number
  readonly supplyCentivolt?: number
  readonly batteryPercent?: number
  /** 1: alarm. The wire has them inverted. */
  readonly alarmBits?: number
  /** The second word of alarms, likewise. */
  readonly furtherAlarmBits?: number
  readonly iccid?: string
  readonly wlanText?: string
  readonly imei?: string
}

type Mutable = { -readonly [Key in keyof TrackerState]: TrackerState[Key] }

/** Names the known entries of item 0xEB; others stay in the list. */
export function trackerState(tags: readonly Tag[]): TrackerState {
  const state: Mutable = {}
  for (const { id, value } of tags) {
    if (id === 0x0001 && value.length === 3) state.fuelDl = number(value.subarray(0, 2))
    if (id === 0x002d && value.length === 2) state.supplyMillivolt = number(value)
    if (id === 0x00ce && value.length === 2) state.supplyCentivolt = number(value)
    if ((id === 0x00a8 || id === 0x00e1) && value.length === 1) state.batteryPercent = number(value)
    if (id === 0x0089 && value.length === 4) state.alarmBits = ~number(value) >>> 0
    if (id === 0x00c5 && value.length === 4) state.furtherAlarmBits = ~number(value) >>> 0
    if (id === 0x00b2 && value.length === 10) state.iccid = bcdToDigits(value).replace(/f+$/, '')
    if (id === 0x00b9) state.wlanText = decodeText(value)
    if (id === 0x00d5) state.imei = decodeText(value)
  }
  return state
}

function number(value: Uint8Array): number {
  let sum = 0
  for (const byte of value) sum = sum * 256 + byte
  return sum
}
