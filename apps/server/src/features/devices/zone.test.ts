import { decodeRow } from '@fleetglass/contract/devices'
import { expect, it } from 'vitest'
import { createRowWriter } from '../../services/device-list/device-rows.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { LiveDevice } from '../../services/live-state/index.ts'

it('[SDEV-49] the time zone of a device follows its position where gpstzenable is 1, and is its own by default', () => {
  const zoneOf = (gpstzenable: number, lngE6: number | null) => {
    const device = { deviceId: 'van', gpstzenable, utcOffsetMinutes: 480, maplocation: '', chmask: '1' }
    const fix = lngE6 === null ? null : { timeS: 1, latE6: 0, lngE6, speedKmh: 0, headingDeg: 0 }
    const live = { fix, temperaturesDecidegree: [], statusTimeS: 1 }
    const read = decodeRow(
      createRowWriter().row(device as unknown as RegisteredDevice, live as unknown as LiveDevice, 'placed'),
    )
    return read.ok ? read.value.timeZoneHours : read.reason
  }
  expect(zoneOf(0, -74_000_000)).toBe(8)
  expect(zoneOf(1, null)).toBe(8)
  expect([-74_000_000, 0, 120_500_000, 180_000_000].map((lngE6) => zoneOf(1, lngE6))).toEqual([-5, 0, 8, 12])
})
