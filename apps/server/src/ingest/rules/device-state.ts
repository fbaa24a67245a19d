// Belongs here: the rule state of one device between two positions, and its row in the database.
import type { StateRow } from './state.store.ts'

/** Whether idling has raised an event, by this server or by the device itself. */
export type Idling = 'no' | 'raised' | 'raised-by-device'

/** A position in time: Unix seconds of the device, degrees in millionths. */
export interface Fix {
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
}

export interface DeviceState {
  readonly deviceKey: number
  /** Number of evaluated positions. */
  turn: number
  /** The last evaluated position. */
  last: Fix
  /** Id of the newest rule at that time. */
  newestRule: number
  /** Ids of the rules whose area contains the device. */
  readonly within: Set<number>
  tooFast: boolean
  /** 0: the vehicle moves, or its engine is off. */
  standingSinceS: number
  idling: Idling
}

const IDLING: readonly Idling[] = ['no', 'raised', 'raised-by-device']

/** The state of a device at its first position. */
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
