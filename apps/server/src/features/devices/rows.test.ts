import { decodeRow } from '@fleetglass/contract/devices'
import { expect, it } from 'vitest'
import type { LiveDevice } from '../../engines/fleet/index.ts'
import { createRowWriter } from './rows.ts'

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
  smart: [-2, -2],
  recording: false,
  revision: 1,
}

it('a device that was never heard of has no status time', () => {
  const timeOf = (device: LiveDevice) => {
    const read = decodeRow(createRowWriter().row(undefined, device, 'placed'))
    return read.ok ? read.value.statusTimeS : read.reason
  }
  expect(timeOf({ ...live, statusTimeS: 0 })).toBeNull()
  expect(timeOf(live)).toBe(1_767_600_000)
})
