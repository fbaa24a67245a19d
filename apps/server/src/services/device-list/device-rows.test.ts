import { accessFlags, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import { decodeRow } from '@fleetglass/contract/devices'
import { describe, expect, it } from 'vitest'
import { deviceChannels, registeredDevice } from '../../../test/devices/registered-device.ts'
import type { Account } from '../directory/index.ts'
import type { LiveDevice } from '../live-state/index.ts'
import { createRowWriter, rowFormFor, toRow } from './device-rows.ts'

const live: LiveDevice = {
  deviceId: 'van',
  registered: true,
  online: false,
  onlineSinceS: 0,
  statusTimeS: 1_767_600_000,
  fix: null,
  accOn: null,
  voltageDecivolt: null,
  voltagePercent: null,
  signalPercent: null,
  satellites: null,
  temperaturesDecidegree: [],
  health: '',
  hasCameraFault: false,
  videoLoss: null,
  clockOffsetS: null,
  clockSeenS: 0,
  smart: [-2, -2],
  recording: false,
  revision: 1,
}

it('a device that never reported has no status time', () => {
  const timeOf = (device: LiveDevice) => {
    const read = decodeRow(createRowWriter().row(undefined, device, 'placed'))
    return read.ok ? read.value.statusTimeS : read.reason
  }
  expect(timeOf({ ...live, statusTimeS: 0 })).toBeNull()
  expect(timeOf(live)).toBe(1_767_600_000)
})

describe('the values of a row', () => {
  // No value is a default, and no two are the same.
  const known: LiveDevice = {
    ...live,
    online: true,
    accOn: true,
    voltageDecivolt: 241,
    voltagePercent: 87,
    signalPercent: 64,
    satellites: 11,
    temperaturesDecidegree: [215, -35],
    health: 'disk',
    smart: [98, 97],
    recording: true,
    fix: { timeS: 1_767_599_990, latE6: -24_078_600, lngE6: 120_528_512, speedKmh: 42.3, headingDeg: 271 },
  }
  const registered = registeredDevice({
    key: 7,
    driver: 'Lin',
    memo: 'blue',
    channels: deviceChannels('1101'),
    icon: 3,
    driverLicence: 'D-1',
    mapLocation: '1.5,-2.25',
    utcOffsetMinutes: 330,
  })
  const ofDevice = {
    driver: 'Lin',
    memo: 'blue',
    enabledChannels: [true, true, false, true],
    icon: 3,
    driverLicence: 'D-1',
    timeZoneHours: 5.5,
  }
  const ofNow = {
    online: true,
    statusTimeS: 1_767_600_000,
    recording: true,
    voltageDecivolt: 241,
    voltagePercent: 87,
    signalPercent: 64,
    satellites: 11,
    health: 'disk',
    smart: [98, 97],
    temperaturesDecidegree: [215, -35],
    accOn: true,
  }
  const gps = { timeS: 1_767_599_990, latDeg: -24.0786, lngDeg: 120.528512, speedKmh: 42.3, headingDeg: 271 }
  const mapLocation = { latDeg: 1.5, lngDeg: -2.25 }

  it('are those of the record and those of the moment, each in its place', () => {
    expect(toRow('van', registered, known, 'placed')).toEqual({
      deviceId: 'van',
      registered: true,
      gps,
      mapLocation,
      ...ofDevice,
      ...ofNow,
    })
  })

  it('have no position in the form without one, and all else', () => {
    expect(toRow('van', registered, known, 'unplaced')).toEqual({
      deviceId: 'van',
      registered: true,
      gps: null,
      mapLocation,
      ...ofDevice,
      ...ofNow,
    })
  })

  it('of a device without a record are those of the moment', () => {
    expect(toRow('van', undefined, known, 'placed')).toEqual({
      deviceId: 'van',
      registered: false,
      gps,
      mapLocation: null,
      ...ofNow,
      timeZoneHours: null,
      driver: '',
      memo: '',
      enabledChannels: [],
      icon: 0,
      driverLicence: '',
    })
  })

  it('of a device that was never online are those of the record', () => {
    expect(toRow('van', registered, undefined, 'placed')).toEqual({
      deviceId: 'van',
      registered: true,
      gps: null,
      mapLocation,
      ...ofDevice,
      online: false,
      statusTimeS: null,
      recording: false,
      voltageDecivolt: null,
      voltagePercent: null,
      signalPercent: null,
      satellites: null,
      health: '',
      smart: [-2, -2],
      temperaturesDecidegree: [],
      accOn: null,
    })
  })

  it('[SDEV-49] have the zone of the longitude where the record says so and a position is known', () => {
    const follows = { ...registered, timeZoneFollowsPosition: true }
    expect(toRow('van', follows, known, 'placed').timeZoneHours).toBe(8)
    expect(toRow('van', follows, { ...known, fix: null }, 'placed').timeZoneHours).toBe(5.5)
    expect(toRow('van', follows, undefined, 'placed').timeZoneHours).toBe(5.5)
  })

  it('have no place where none is set by hand, or where only half of one is', () => {
    for (const mapLocation of ['', '1.5'])
      expect(toRow('van', { ...registered, mapLocation }, known, 'placed').mapLocation, mapLocation).toBeNull()
  })

  it('are written once for each change and form, and for each device', () => {
    const writer = createRowWriter()
    const idOf = (text: string) => text.split('\t')[0]
    const first = writer.row(registered, known, 'placed')
    expect([idOf(first), writer.row(registered, known, 'placed')]).toEqual(['van', first])
    expect(idOf(writer.row(undefined, { ...known, deviceId: 'bus' }, 'placed'))).toBe('bus')
    expect(writer.row(registered, known, 'unplaced')).not.toBe(first)
    expect(writer.row(registered, known, 'placed')).toBe(first)
    expect(writer.row(registered, { ...known, satellites: 4 }, 'placed')).not.toBe(first)
    expect(writer.row(registered, known, 'placed')).toBe(first)
    expect(writer.row({ ...registered, driver: 'Ada' }, known, 'placed')).toContain('Ada')
  })

  it('are not written again while neither the record nor the moment has changed', () => {
    let reads = 0
    const watched = {
      ...known,
      get health() {
        reads += 1
        return 'disk'
      },
    }
    const writer = createRowWriter()
    for (const form of ['placed', 'unplaced', 'placed', 'unplaced'] as const) {
      writer.row(registered, watched, form)
      writer.row(undefined, { ...known, deviceId: 'bus' }, form)
    }
    expect(reads).toBe(2)
  })

  it('have a position for an account with the right to it only', () => {
    const account = (access: string) => ({ permission: 3, access }) as Account
    expect(rowFormFor(account(fullAccess))).toBe('placed')
    expect(rowFormFor(account(withoutFlags(fullAccess, [...accessFlags])))).toBe('unplaced')
  })
})
