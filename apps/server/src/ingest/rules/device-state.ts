// Belongs here: what is known of one device between two of its positions, and how it lies on disk.
import type { StateRow } from './state.store.ts'

/** How long it has been standing with its engine on: not for long, long and told, or told by the device itself. */
export type Idling = 'no' | 'told' | 'told-by-device'

/** Where it was. Unix seconds of the device, degrees in millionths. */
export interface Fix {
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
}

export interface DeviceState {
  readonly deviceKey: number
  /** Counts its positions that were judged. */
  turn: number
  /** The last that was judged. */
  last: Fix
  /** The newest rule there was then. */
  newestRule: number
  /** Ids of the rules it is within. */
  readonly within: Set<number>
  tooFast: boolean
  /** 0: it does not stand, or its engine is off. */
  standingSinceS: number
  idling: Idling
}

const IDLING: readonly Idling[] = ['no', 'told', 'told-by-device']

/** Of a device nothing was known of before this place. */
export function freshState(deviceKey: number, last: Fix): DeviceState {
  return {
    deviceKey,
    turn: 0,
    last,
    newestRule: 0,
    within: new Set<number>(),
    tooFast: false,
    standingSinceS: 0,
    idling: 'no',
  }
}

export function rowOfState(state: DeviceState): StateRow {
  return {
    device_key: state.deviceKey,
    turn: state.turn,
    judged_s: state.last.timeS,
    lat_e6: state.last.latE6,
    lng_e6: state.last.lngE6,
    newest_rule: state.newestRule,
    within: JSON.stringify([...state.within]),
    too_fast: state.tooFast ? 1 : 0,
    standing_since_s: state.standingSinceS,
    idle: IDLING.indexOf(state.idling),
  }
}

export function stateOfRow(row: StateRow): DeviceState {
  return {
    deviceKey: row.device_key,
    turn: row.turn,
    last: { timeS: row.judged_s, latE6: row.lat_e6, lngE6: row.lng_e6 },
    newestRule: row.newest_rule,
    within: new Set(JSON.parse(row.within) as number[]),
    tooFast: row.too_fast === 1,
    standingSinceS: row.standing_since_s,
    idling: IDLING[row.idle] ?? 'no',
  }
}
