import { describe, expect, it } from 'vitest'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { readColumns, smartIsLow, smartText, switchColumn } from './devices.columns.ts'
import { countPages } from './devices.paging.ts'
import { mobileRowColor } from './devices.rows.ts'
import { clickSort, sortDevices, startSort } from './devices.sort.ts'

describe('sorting', () => {
  const ids = (list: readonly { deviceId: string }[]) => list.map(({ deviceId }) => deviceId)

  it('[DASH-82] starts in the order of the device ids, which the fleet gives', () => {
    const devices = ['dev1', 'Dev2', 'dev10'].map((deviceId) => device({ deviceId }))
    expect(ids(sortDevices(devices, startSort))).toEqual(['dev1', 'Dev2', 'dev10'])
    expect(ids(sortDevices(devices, { key: 'device', descending: true }))).toEqual(['dev10', 'Dev2', 'dev1'])
  })

  it('[DASH-82] text sorts naturally and without case, and a name that was not there before finds its place', () => {
    const drivers = (names: readonly string[]) =>
      sortDevices(
        names.map((driverName, n) => device({ deviceId: `d${n}`, driverName })),
        { key: 'driver', descending: false },
      ).map(({ driverName }) => driverName)
    expect(drivers(['Driver 10', 'driver 2', 'ann'])).toEqual(['ann', 'driver 2', 'Driver 10'])
    expect(drivers(['Driver 10', 'Bo', 'driver 2', 'ann'])).toEqual(['ann', 'Bo', 'driver 2', 'Driver 10'])
  })

  it('[DASH-82] equal values keep device-id order in both directions', () => {
    const devices = ['a', 'b', 'c'].map((deviceId) => device({ deviceId, driverName: deviceId === 'b' ? 'Ann' : 'bo' }))
    devices.push(device({ deviceId: 'd', driverName: 'Bo' }))
    expect(ids(sortDevices(devices, { key: 'driver', descending: false }))).toEqual(['b', 'a', 'c', 'd'])
    expect(ids(sortDevices(devices, { key: 'driver', descending: true }))).toEqual(['a', 'c', 'd', 'b'])
  })

  it.each([
    ['[DASH-77] a second click on the device id reverses', 'device'],
    ['[DASH-78] a second click on the driver reverses', 'driver'],
    ['[DASH-79] a second click on the memo reverses', 'memo'],
    ['[DASH-80] a second click on the plate reverses', 'plate'],
    ['[DASH-81] a second click on the last update reverses', 'updated'],
  ] as const)('%s, and it starts ascending after another header', (_, key) => {
    const once = clickSort({ key: 'plate', descending: true }, key)
    expect(once).toEqual({ key, descending: false })
    expect(clickSort(once, key)).toEqual({ key, descending: true })
  })
})

describe('paging', () => {
  it('[DASH-06] has 12 devices on a page, and one page at least', () => {
    expect([countPages(0), countPages(12), countPages(13)]).toEqual([1, 1, 2])
  })
})

describe('columns', () => {
  it('[DASH-33] [DASH-16] [DEBUG-40] starts with the six, and a choice is stored as soon as it is made, and wins', () => {
    const store = memoryStore()
    expect(readColumns(store, false)).toEqual(['driver', 'memo', 'plate', 'speed', 'channel', 'sd'])
    switchColumn(store, readColumns(store, false), 'signal')
    expect(store.get('dashboardColumns')).toBe('["driver","memo","plate","speed","channel","signal","sd"]')
    switchColumn(store, readColumns(store, false), 'driver')
    expect(readColumns(store, false)).toEqual(['memo', 'plate', 'speed', 'channel', 'signal', 'sd'])
  })

  it('[ENT-105] a stored choice that cannot be read counts as absent', () => {
    expect(readColumns(memoryStore({ dashboardColumns: '{' }), false)).toContain('driver')
  })

  it('[ENT-022] [ENT-024] [ENT-025] [ENT-026] SD health is ?, - or the value, and red below 10 only when it is one', () => {
    expect([-2, -1, 0, 98].map(smartText)).toEqual(['?', '-', '0', '98'])
    expect([-2, -1, 0, 9, 10].map(smartIsLow)).toEqual([false, false, true, true, false])
  })
})

describe('the colour of a row on a phone', () => {
  const at = (speedKmh: number, online = true) => mobileRowColor(device({ online, position: fix({ speedKmh }) }))

  it('[DASH-91] [DASH-92] is red above 100 km/h and green above 5', () => {
    expect([at(150), at(100.5), at(100), at(5.5)]).toEqual(['red', 'red', 'green', 'green'])
  })

  it('[DASH-93] is blue for any other device that is online', () => {
    expect([at(5), at(0), mobileRowColor(device({ position: null }))]).toEqual(['blue', 'blue', 'blue'])
  })

  it('[DASH-94] [DASH-95] is light while offline, whatever the speed was', () => {
    expect([at(150, false), at(50, false), at(0, false)]).toEqual(['light', 'light', 'light'])
  })
})
