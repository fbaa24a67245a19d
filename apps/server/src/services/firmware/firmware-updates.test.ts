import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { beforeEach, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'
import { createFirmwareUpdates, type FirmwareUpdates } from './index.ts'

const device = { key: 1, deviceId: 'van' } as RegisteredDevice
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let clock: ManualClock
let updates: FirmwareUpdates
beforeEach(async () => {
  clock = createManualClock()
  const nothing = { close: () => undefined }
  const answered = { kind: 'answered', answer: { name: 'done' } } as never
  updates = await createFirmwareUpdates({
    clock,
    log: createLog('silent'),
    store: {
      all: async () => [],
      begin: async () => undefined,
      proceed: async () => undefined,
      end: async () => undefined,
    },
    files: { find: async () => null },
    registry: { byId: () => device, byKey: () => device },
    fleet: { onOnlineChange: () => nothing },
    identities: { of: () => undefined, refresh: async () => answered },
    commands: { send: async () => answered },
    deviceState: { subscribe: () => nothing } as never,
  })
  const cause = { planId: 0, wave: 0, rolloutId: 0, by: 'user' } as const
  await updates.start(device, {
    ...cause,
    url: 'http://updates.example/a',
    user: '',
    password: '',
    target: '',
    skip: () => null,
  })
})

it('fails an update in which nothing happens for half an hour, and none because the clock was set forward', async () => {
  clock.advance(MINUTE_MS)
  clock.setWallClock(clock.nowMs() + DAY_MS / 2)
  clock.advance(25 * MINUTE_MS)
  await new Promise((resolve) => setImmediate(resolve))
  expect(updates.isRunning(device.key)).toBe(true)
  clock.advance(6 * MINUTE_MS)
  await until('it has ended', () => !updates.isRunning(device.key))
  expect(updates.latest(device.key)).toMatchObject({ stage: 'failed', reason: 'no-result' })
  await updates.close()
})
