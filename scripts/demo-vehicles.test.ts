import { startFleet } from '@fleetglass/simulator'
import { expect, it } from 'vitest'
import { demoRecord, SEED } from './demo-vehicles.ts'

it('the record of a demo vehicle has the plate that its recorder reports', async () => {
  const fleet = await startFleet({ host: '127.0.0.1', signallingPort: 9, vehicles: 3, seed: SEED })
  const reported = fleet.devices.map(({ plate }) => plate)
  await fleet.close()
  expect([0, 1, 2].map((number) => demoRecord(number, 4).plate)).toEqual(reported)
})
