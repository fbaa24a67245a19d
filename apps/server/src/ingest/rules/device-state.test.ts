import { describe, expect, it } from 'vitest'
import { type DeviceState, freshState, rowOfState, stateOfRow } from './device-state.ts'

const last = { timeS: 1_790_000_000, latE6: -24_000_001, lngE6: 179_999_999 }

describe('what is known of a device', () => {
  it('is only its place at first', () => {
    expect(freshState(7, last)).toEqual({
      deviceKey: 7,
      turn: 0,
      last,
      newestRule: 0,
      within: new Set(),
      tooFast: false,
      standingSinceS: 0,
      idling: 'no',
    })
  })

  it('comes back from its row as it was', () => {
    for (const idling of ['no', 'raised', 'raised-by-device'] as const) {
      for (const tooFast of [false, true]) {
        const within = new Set([4, 1])
        const numbers = { turn: 5, newestRule: 6, standingSinceS: 1_789_999_000 }
        const state: DeviceState = { deviceKey: 7, last, within, tooFast, idling, ...numbers }
        expect(stateOfRow(rowOfState(state))).toEqual(state)
      }
    }
  })

  it('lies on disk as one row of numbers, with the rules as a list', () => {
    const state = { ...freshState(7, last), turn: 5, newestRule: 6, within: new Set([4, 1]), tooFast: true }
    expect(rowOfState({ ...state, standingSinceS: 9, idling: 'raised-by-device' })).toEqual({
      device_key: 7,
      turn: 5,
      judged_s: last.timeS,
      lat_e6: last.latE6,
      lng_e6: last.lngE6,
      newest_rule: 6,
      within: '[4,1]',
      too_fast: 1,
      standing_since_s: 9,
      idle: 2,
    })
    expect(stateOfRow({ ...rowOfState(state), idle: 9, too_fast: 0 })).toMatchObject({ idling: 'no', tooFast: false })
  })
})
