import { expect, it } from 'vitest'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import { byCaption, captionOf, toVehicle } from './fleet-map.rules.ts'

it('MAP-07 MAP-08 the caption is the device id, the driver or the memo, and an empty one falls back to the id', () => {
  const named = device({ deviceId: 'van', driverName: 'Mei', memo: 'Cold chain' })
  expect((['device', 'driver', 'memo'] as const).map((kind) => captionOf(named, kind, false))).toEqual([
    'van',
    'Mei',
    'Cold chain',
  ])
  expect(captionOf(device({ deviceId: 'van' }), 'driver', false)).toBe('van')
  expect(captionOf(device({ deviceId: 'van' }), 'memo', false)).toBe('van')
})

it('RIGHT-117 with the plate as label it stands where the id would, unless it is empty', () => {
  expect(captionOf(device({ deviceId: 'van', plate: 'KAA-1' }), 'device', true)).toBe('KAA-1')
  expect(captionOf(device({ deviceId: 'van' }), 'device', true)).toBe('van')
})

it('MAP-03 MAP-04 MAP-05 MAP-06 the fix places the marker, else the place set by hand, else there is none', () => {
  const byHand = { lat: 1, lng: 2 }
  expect(toVehicle(device({ position: fix({ lat: 5 }), mapLocation: byHand }), 'a')?.lat).toBe(5)
  expect(toVehicle(device({ position: null, mapLocation: byHand }), 'a')).toMatchObject(byHand)
  expect(toVehicle(device({ position: null }), 'a')).toBeNull()
})

it('the list is sorted by what names its entries', () => {
  const devices = ['v10', 'v2', 'V1'].map((deviceId) => device({ deviceId }))
  expect(byCaption(devices, 'device', false).map(({ deviceId }) => deviceId)).toEqual(['V1', 'v2', 'v10'])
})
