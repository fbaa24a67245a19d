import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createDirectDeviceState, type IdentityReport } from '../../ports/device-state/index.ts'
import { createRegistry } from '../directory/index.ts'
import { createFleet } from '../live-state/index.ts'
import { createDeviceIdentities } from './device-identity.ts'

const DEVICES = 1_200
const silent = createLog('silent', { write: () => undefined })

const registration = (plate: string): IdentityReport => ({
  source: 'registration',
  maker: 'K',
  model: 'M',
  terminalId: 'T',
  plate,
})

async function siteOn(database: Database) {
  const clock = createManualClock()
  const registry = await createRegistry({ database, clock, maxDevices: DEVICES })
  const fleet = createFleet({ clock, log: silent, registry })
  const commands = { send: () => Promise.reject(new Error('no device is connected')) }
  const deviceState = createDirectDeviceState()
  const identities = await createDeviceIdentities({
    clock,
    log: silent,
    database,
    registry,
    fleet,
    commands,
    deviceState,
  })
  return { registry, identities, deviceState }
}

onBothDatabases('identities of a fleet', (databases) => {
  it('that comes back at once are all stored, and fill the records of all but a device that is removed meanwhile', async () => {
    const database = await databases.open()
    const { registry, identities, deviceState } = await siteOn(database)
    const ids = Array.from({ length: DEVICES }, (_, n) => `d${n}`)
    await Promise.all(ids.map((deviceId) => registry.add({ deviceId, channels: 1, recording: false, groups: [1] })))
    const devices = ids.map((id) => registry.byId(id)!)
    const versionBefore = registry.version
    const stored = devices.map((device, n) =>
      Promise.resolve(deviceState.publish(device.deviceId, 'identity', registration(`P${n}`))),
    )
    const removed = registry.remove('d7')
    await Promise.all(stored)
    expect(await removed).toBe('removed')
    const plates = ids.filter((id) => id !== 'd7').map((id) => registry.byId(id)?.plate)
    expect(plates).toEqual(ids.map((_, n) => `P${n}`).filter((plate) => plate !== 'P7'))
    // One transaction for many devices, and one each only for those beside the removed one.
    expect(registry.version - versionBefore).toBeLessThan(DEVICES)
    await identities.close()

    const again = await siteOn(database)
    for (const [n, { key }] of devices.entries()) expect(again.identities.of(key)?.plate).toBe(`P${n}`)
    await again.identities.close()
  })
})
