import { decodeRow } from '@fleetglass/contract/devices'
import { expect, it } from 'vitest'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { createRowWriter } from '../../services/device-list/device-rows.ts'
import type { LiveDevice } from '../../services/live-state/index.ts'

it('[SDEV-49] the time zone of a device follows its position where gpstzenable is 1, and is its own by default', () => {
  const zoneOf = (timeZoneFollowsPosition: boolean, lngE6: number | null) => {
    const device = registeredDevice({ timeZoneFollowsPosition })
    const fix = lngE6 === null ? null : { timeS: 1, latE6: 0, lngE6, speedKmh: 0, headingDeg: 0 }
    const live = { fix, temperaturesDecidegree: [], statusTimeS: 1 }
    const read = decodeRow(createRowWriter().row(device, live as unknown as LiveDevice, 'placed'))
    return read.ok ? read.value.timeZoneHours : read.reason
  }
  expect(zoneOf(false, -74_000_000)).toBe(8)
  expect(zoneOf(true, null)).toBe(8)
  expect([-74_000_000, 0, 120_500_000, 180_000_000].map((lngE6) => zoneOf(true, lngE6))).toEqual([-5, 0, 8, 12])
})
