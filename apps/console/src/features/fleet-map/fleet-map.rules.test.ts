import { describe, expect, it } from 'vitest'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import { startCenter } from '../../engines/map/index.ts'
import { readSiteConfig } from '../../platform/config/index.ts'
import { captionOf, createVehicles, dayRange } from './fleet-map.rules.ts'

it('[MAP-07] [MAP-08] the caption is the device id, the driver or the memo, and an empty one falls back to the id', () => {
  const named = device({ deviceId: 'van', driverName: 'Mei', memo: 'Cold chain' })
  expect((['device', 'driver', 'memo'] as const).map((kind) => captionOf(named, kind, false))).toEqual([
    'van',
    'Mei',
    'Cold chain',
  ])
  expect(captionOf(device({ deviceId: 'van' }), 'driver', false)).toBe('van')
  expect(captionOf(device({ deviceId: 'van' }), 'memo', false)).toBe('van')
})

it('[RIGHT-117] with the plate as label it stands where the id would, unless it is empty', () => {
  expect(captionOf(device({ deviceId: 'van', plate: 'KAA-1' }), 'device', true)).toBe('KAA-1')
  expect(captionOf(device({ deviceId: 'van' }), 'device', true)).toBe('van')
})

it('[MAP-03] [MAP-04] [MAP-05] [MAP-06] one marker for each device with a place: the fix, else the place set by hand, else none', () => {
  const byHand = { lat: 1, lng: 2 }
  const vehicles = createVehicles(
    'device',
    false,
  )([
    device({ deviceId: 'both', position: fix({ lat: 5, lng: 6 }), mapLocation: byHand }),
    device({ deviceId: 'by hand', position: null, mapLocation: byHand }),
    device({ deviceId: 'nowhere', position: null }),
  ])
  expect(vehicles.map(({ id, lat, lng }) => [id, lat, lng])).toEqual([
    ['both', 5, 6],
    ['by hand', 1, 2],
  ])
})

it('a device that did not change is the same vehicle as before', () => {
  const [still, moved] = [
    device({ deviceId: 'still', position: fix() }),
    device({ deviceId: 'moved', position: fix() }),
  ]
  const vehiclesOf = createVehicles('device', false)
  const before = vehiclesOf([still, moved])
  const after = vehiclesOf([still, { ...moved, position: fix({ lat: 1 }) }])
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false])
})

it('[MAP-12] [MAP-13] the day of the summary is the calendar day in the time zone of the browser', () => {
  const at = new Date(2026, 10, 21, 13, 45)
  const { firstS, lastS } = dayRange(at.getTime())
  expect(new Date(firstS * 1000)).toEqual(new Date(2026, 10, 21, 0, 0, 0))
  expect(new Date(lastS * 1000)).toEqual(new Date(2026, 10, 21, 23, 59, 59))
})

describe('where the map starts', () => {
  it('[MAP-50] [MAP-51] [MAP-52] at the place of the login reply, else of the site, else 24.0786, 120.5285', () => {
    const ofLogin = { lat: 1, lng: 2 }
    const site = readSiteConfig({ mapCenter: '52.5,13.4' })
    expect(startCenter(ofLogin, site.mapCenter)).toEqual(ofLogin)
    expect(startCenter(null, site.mapCenter)).toEqual({ lat: 52.5, lng: 13.4 })
    expect(startCenter(null, readSiteConfig({}).mapCenter)).toEqual({ lat: 24.0786, lng: 120.5285 })
  })

  it('[MAP-53] [MAP-54] at zoom 11, and at zoom 5 in a variant that sets it', () => {
    expect(readSiteConfig({ variant: 'plate' }).mapZoom).toBe(11)
    expect(readSiteConfig({ variant: 'plate', mapZoom: 5 }).mapZoom).toBe(5)
  })
})
