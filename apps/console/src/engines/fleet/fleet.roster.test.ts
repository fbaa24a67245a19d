import { type DeviceRow, encodeRow } from '@fleetglass/contract/devices'
import { describe, expect, it } from 'vitest'
import { Roster } from './fleet.roster.ts'

function row(change: Partial<DeviceRow>) {
  const value: DeviceRow = {
    deviceId: 'dev1',
    driver: '',
    memo: '',
    enabledChannels: [true, true, false, true],
    online: true,
    statusTimeS: 1,
    registered: true,
    recording: false,
    timeZoneHours: 8,
    gps: null,
    voltageDecivolt: 125,
    voltagePercent: null,
    signalPercent: null,
    satellites: null,
    health: '',
    smart: [-2, -1],
    mapLocation: null,
    icon: 0,
    temperaturesDecidegree: [215],
    accOn: null,
    driverLicence: '',
    ...change,
  }
  return { text: encodeRow(value), row: value }
}

describe('the list in memory', () => {
  it('[SYNC-10] [SYNC-19] a device without a row in an incremental list is offline', () => {
    const roster = new Roster()
    roster.commit([row({ deviceId: 'a' }), row({ deviceId: 'b' })], true)
    roster.commit([row({ deviceId: 'a' })], false)
    expect([...roster.devices().values()].map(({ deviceId, online }) => [deviceId, online])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  it('a new device without a row is gone, and a full list leaves only what it names', () => {
    const roster = new Roster()
    roster.commit([row({ deviceId: 'a' }), row({ deviceId: 'n', registered: false })], true)
    roster.commit([row({ deviceId: 'a' })], false)
    expect([...roster.devices().keys()]).toEqual(['a'])
    roster.commit([row({ deviceId: 'b' })], true)
    expect([...roster.devices().keys()]).toEqual(['b'])
  })

  it('a device whose row reads the same keeps its object, one that changed gets a new one', () => {
    const roster = new Roster()
    roster.commit([row({ deviceId: 'a' }), row({ deviceId: 'b' })], true)
    const before = roster.devices()
    roster.commit([row({ deviceId: 'a' }), row({ deviceId: 'b', recording: true })], false)
    const after = roster.devices()
    expect(after.get('a')).toBe(before.get('a'))
    expect(after.get('b')?.recording).toBe(true)
  })

  it('[DASH-82] devices are listed in the natural order of their ids, whatever comes and goes', () => {
    const roster = new Roster()
    const named = (...ids: string[]) => ids.map((deviceId) => row({ deviceId }))
    const ids = () => [...roster.devices().keys()]
    roster.commit(named('dev10', 'Dev2', 'dev1', 'dev007', '9', '10'), true)
    expect(ids()).toEqual(['9', '10', 'dev1', 'Dev2', 'dev007', 'dev10'])
    roster.update(named('dev3'))
    expect(ids()).toEqual(['9', '10', 'dev1', 'Dev2', 'dev3', 'dev007', 'dev10'])
    roster.commit(named('dev10', 'dev9'), true)
    expect(ids()).toEqual(['dev9', 'dev10'])
  })

  it('[ENT-039] [ENT-041] plate and external id come from the extra info, whether it comes before or after the row', () => {
    const extra = { icon: 0, chsort: [4, 1], chnames: ['', 'Cabin'], plate: 'KAA-1', talkch: 1, extid: 'X9' }
    const roster = new Roster()
    roster.extend(new Map([['early', extra]]))
    roster.commit([row({ deviceId: 'early' }), row({ deviceId: 'late' })], true)
    roster.extend(new Map([['late', extra]]))
    for (const id of ['early', 'late']) expect(roster.devices().get(id)).toMatchObject({ plate: 'KAA-1', extId: 'X9' })
  })

  it('[ENT-042] [ENT-043] [ENT-045] channels follow chsort, the missing ones by number, unnamed ones as ch and number', () => {
    const roster = new Roster()
    roster.extend(
      new Map([['a', { icon: 0, chsort: [4, 9, 4], chnames: ['', 'Cabin'], plate: '', talkch: 1, extid: '' }]]),
    )
    roster.commit([row({ deviceId: 'a' })], true)
    expect(roster.devices().get('a')).toMatchObject({
      channelCount: 4,
      channels: [
        { number: 4, name: 'ch4' },
        { number: 1, name: 'ch1' },
        { number: 2, name: 'Cabin' },
      ],
    })
  })

  it('[VCP-085] [VCP-092] voltage and temperatures travel in tenths', () => {
    const roster = new Roster()
    roster.commit([row({ deviceId: 'a' })], true)
    expect(roster.devices().get('a')).toMatchObject({ voltageV: 12.5, temperaturesC: [21.5] })
  })

  it('[ENT-035] the place set by hand is latitude and longitude', () => {
    const roster = new Roster()
    roster.commit([row({ deviceId: 'a', mapLocation: { latDeg: 1.5, lngDeg: -2.25 } })], true)
    expect(roster.devices().get('a')?.mapLocation).toEqual({ lat: 1.5, lng: -2.25 })
  })

  it('[MAP-06] a position of 0,0 counts as no fix', () => {
    const roster = new Roster()
    const gps = { timeS: 5, latDeg: 0, lngDeg: 0, speedKmh: 3, headingDeg: 1 }
    roster.commit([row({ deviceId: 'a', gps })], true)
    expect(roster.devices().get('a')?.position).toBeNull()
  })
})
