// SIGKILL of the server in the middle of a rollout: while devices download, and while others restart. The rollout ends as without.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firmwareRolloutsPath } from '@fleetglass/contract/firmware'
import type { Fleet } from '@fleetglass/simulator'
import { afterAll, expect, it } from 'vitest'
import { ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { ADMIN, until } from '../../../test/harness.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../../../test/recordings/server-child.ts'
import { firmwareCalls, firmwareOf, NEW, OLD, startDevices, storeUrl, uploadFirmware } from './firmware.fixtures.ts'

/** A process that has just begun, on a machine that is busy. */
const PATIENCE_MS = 120_000
const DEVICES = 7
/** It finds its file damaged. */
const FAILING = 3

const data = mkdtempSync(join(tmpdir(), 'fleetglass-firmware-kill-'))
let server: ServerChild | null = null
let fleet: Fleet | null = null
afterAll(async () => {
  await fleet?.close()
  await server?.kill()
  rmSync(data, { recursive: true, force: true })
})

const start = (before: ServerChild | null): Promise<ServerChild> =>
  startServerChild({
    data,
    compileCache: join(tmpdir(), 'fleetglass-compiled'),
    // Devices come back to where they were, and download slowly enough for the server to be killed meanwhile.
    settings: {
      'firmware-megabits': 2,
      ...(before !== null && { signalling: before.ports.signalling, streams: before.ports.streams }),
    },
  })

it('a rollout goes on where it was when the server is killed in the middle: each device is updated once, in its wave', async () => {
  let running = await start(null)
  server = running
  const link = await ChannelClient.connect(running.ports.main)
  await link.request('Q02', { U: ADMIN, P: sha256(CHILD_PASSWORD) })
  fleet = await startDevices(running, link, DEVICES)
  fleet.devices[FAILING]?.setFault('firmwareFault', 'check')
  const url = storeUrl(running, await uploadFirmware(link, firmwareOf(NEW, 250_000)))
  await link.close()
  const order = { targetfw: NEW, url, models: ['FG-MDVR4'], firstwave: 2, failurelimit: 50 }
  await firmwareCalls(running, CHILD_PASSWORD).call('POST', firmwareRolloutsPath, order)
  const state = () => firmwareCalls(running, CHILD_PASSWORD).rollout()
  const again = async (): Promise<void> => {
    await running.kill()
    running = await start(running)
    server = running
  }
  await until(
    'the first wave downloads',
    async () => (await state()).devices.some(({ progress }) => progress > 1),
    PATIENCE_MS,
  )
  await again()
  await until('the second wave runs', async () => (await state()).rollout.wave === 2, PATIENCE_MS)
  await again()
  const end = await until(
    'the rollout has ended',
    async () => {
      const detail = await state()
      return detail.rollout.state === 'done' && detail
    },
    PATIENCE_MS,
  )
  expect(end.rollout).toMatchObject({ waiting: 0, running: 0, done: DEVICES - 1, failed: 1, skipped: 0 })
  const rows = end.devices.map(({ state: at, reason, before, version, wave }) => [at, reason, before, version, wave])
  expect(rows).toEqual(
    Array.from({ length: DEVICES }, (_, n) => {
      const wave = n < 2 ? 1 : n < 6 ? 2 : 3
      return n === FAILING ? ['failed', 'failed', OLD, OLD, wave] : ['done', '', OLD, NEW, wave]
    }),
  )
  for (const [n, device] of fleet.devices.entries())
    expect([n, device.firmware.version, device.firmware.updates]).toEqual([n, n === FAILING ? OLD : NEW, 1])
}, 600_000)
