import { describe, expect, it } from 'vitest'
import type { Device } from './device.ts'
import {
  countDevices,
  drivingState,
  filterDevices,
  filterModes,
  matchesMode,
  matchesText,
  shownDevices,
} from './fleet.filters.ts'
import { device, fix } from './fleet.fixtures.ts'

const list = (...changes: Partial<Device>[]) =>
  changes.map((change, index) => device({ deviceId: `d${index}`, ...change }))

describe('filter modes', () => {
  it('[SYNC-23] [SYNC-24] all matches every device and online those that are', () => {
    expect([true, false].map((online) => matchesMode(device({ online }), 'all'))).toEqual([true, true])
    expect([true, false].map((online) => matchesMode(device({ online }), 'online'))).toEqual([true, false])
  })

  it('[SYNC-28] [CONST1-09] driving is online above 5 km/h, exactly 5 is not', () => {
    const driving = (speedKmh: number, online = true) =>
      matchesMode(device({ online, position: fix({ speedKmh }) }), 'driving')
    expect([driving(5), driving(5.1), driving(60, false)]).toEqual([false, true, false])
  })

  it('[SYNC-29] [SYNC-33] idle is online and not driving, without a fix too', () => {
    expect(matchesMode(device({ position: fix({ speedKmh: 5 }) }), 'idle')).toBe(true)
    expect(matchesMode(device({ position: null }), 'idle')).toBe(true)
    expect(matchesMode(device({ position: fix({ speedKmh: 6 }) }), 'idle')).toBe(false)
    expect(matchesMode(device({ online: false, position: null }), 'idle')).toBe(false)
  })

  it('[SYNC-30] [CONST1-10] overSpeed begins at exactly 100 km/h', () => {
    const fast = (speedKmh: number) => matchesMode(device({ position: fix({ speedKmh }) }), 'overSpeed')
    expect([fast(99.9), fast(100)]).toEqual([false, true])
  })

  it('[SYNC-31] [SYNC-32] recording and unrecording part the devices', () => {
    const both = [true, false].map((recording) => device({ recording }))
    expect(both.map((one) => matchesMode(one, 'recording'))).toEqual([true, false])
    expect(both.map((one) => matchesMode(one, 'unrecording'))).toEqual([false, true])
  })
})

describe('counts', () => {
  const devices = list(
    { online: true, position: fix({ speedKmh: 120 }), recording: true },
    { online: true, position: null },
    { online: false, recording: false },
    { online: true, registered: false, position: fix({ speedKmh: 50 }) },
  )

  it('[SYNC-25] [SYNC-26] [SYNC-27] new devices count nowhere, so offline is all without the registered online ones', () => {
    const { all, online, offline } = countDevices(devices)
    expect({ all, online, offline }).toEqual({ all: 3, online: 2, offline: 1 })
  })

  it('[SYNC-33] every mode leaves registered devices only, and as many as its count shows', () => {
    const fresh = device({ deviceId: 'new', registered: false, position: fix({ speedKmh: 120 }), recording: true })
    const withNew = [...devices, fresh, { ...fresh, online: false, recording: false }]
    const counts = countDevices(withNew)
    for (const mode of filterModes) {
      const left = filterDevices(withNew, { mode, text: '', group: null })
      expect(
        left.every(({ registered }) => registered),
        mode,
      ).toBe(true)
      expect(left, mode).toHaveLength(counts[mode])
    }
  })

  it('[SYNC-33] every mode counts registered devices only', () => {
    expect(countDevices(devices)).toEqual({
      all: 3,
      online: 2,
      offline: 1,
      driving: 1,
      idle: 1,
      overSpeed: 1,
      recording: 1,
      unrecording: 2,
    })
  })
})

describe('text filter', () => {
  const van = device({ deviceId: 'VAN-7', driverName: 'Mei Huang', memo: 'Cold chain', plate: 'KAA-1014' })

  it.each([
    ['[SYNC-34] [SYNC-38] the text finds a part of the id in any case', 'an-7'],
    ['[SYNC-35] [SYNC-38] the text finds a part of the driver in any case', 'HUANG'],
    ['[SYNC-36] [SYNC-38] the text finds a part of the memo in any case', 'cold'],
    ['[SYNC-37] [SYNC-38] the text finds a part of the plate in any case', 'kaa-10'],
  ])('%s', (_, text) => {
    expect(matchesText(van, text)).toBe(true)
    expect(matchesText(van, text.toUpperCase())).toBe(true)
    expect(matchesText(van, `${text}?`)).toBe(false)
  })

  it('[SYNC-39] ignores blanks around the text and works together with the mode', () => {
    expect(matchesText(van, '  mei ')).toBe(true)
    const devices = [van, device({ deviceId: 'VAN-8', online: false })]
    expect(
      filterDevices(devices, { mode: 'offline', text: 'van', group: null }).map(({ deviceId }) => deviceId),
    ).toEqual(['VAN-8'])
  })
})

it('a vehicle is in exactly one state, offline before all others', () => {
  const at = (speedKmh: number, online = true) => drivingState(device({ online, position: fix({ speedKmh }) }))
  expect([at(150, false), at(100), at(6), at(5)]).toEqual(['offline', 'overSpeed', 'driving', 'idle'])
})

it('what is shown is found once for the same devices and filter, and anew for others', () => {
  const devices = new Map(list({ memo: 'Cold chain' }, { memo: 'Crane' }).map((one) => [one.deviceId, one]))
  const filter = { mode: 'all', text: ' cOLD ', group: null } as const
  const shown = shownDevices({ devices, filter })
  expect(shown.map(({ deviceId }) => deviceId)).toEqual(['d0'])
  expect(shownDevices({ devices, filter })).toBe(shown)
  expect(shownDevices({ devices, filter: { ...filter, text: 'c' } })).toHaveLength(2)
  expect(shownDevices({ devices: new Map(devices).set('d0', device({ memo: 'Warm' })), filter })).toEqual([])
})

it('a text is found within one of the names of a device, never across two', () => {
  expect(matchesText(device({ deviceId: 'van', driverName: 'Mei' }), 'anM')).toBe(false)
  expect(matchesText(device({ deviceId: 'van', driverName: 'Mei' }), 'MEI')).toBe(true)
})
