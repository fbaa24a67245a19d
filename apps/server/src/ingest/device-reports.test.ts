import type { Message } from '@fleetglass/jt808'
import { expect, it } from 'vitest'
import { createDirectDeviceState, type IdentityReport } from '../ports/device-state/index.ts'
import type { RegisteredDevice } from '../services/directory/index.ts'
import { createDeviceReports } from './device-reports.ts'

const van = { key: 1, deviceId: 'van' } as RegisteredDevice

function start() {
  const deviceState = createDirectDeviceState()
  const identities: IdentityReport[] = []
  deviceState.subscribe({ kind: 'identity' }, (_, report) => {
    identities.push(report)
    return null
  })
  const alarms = { message: () => null } as never
  const reports = createDeviceReports({
    deviceState,
    alarms,
    rules: {} as never,
    relay: {} as never,
    redirect: {} as never,
    multimedia: {} as never,
    positions: {} as never,
  })
  return { identities, reports }
}

it('a card that was taken out, or could not be read, reports no driver', () => {
  const { identities, reports } = start()
  const time = '260901100000'
  const out: Message = { name: 'driverIdentity', body: { layout: '2013', state: 2, time } }
  const unread: Message = { name: 'driverIdentity', body: { layout: '2013', state: 1, time, result: 2 } }
  for (const message of [out, unread]) expect(reports.message(van, message)).toBeNull()
  expect(identities).toEqual([])
})
