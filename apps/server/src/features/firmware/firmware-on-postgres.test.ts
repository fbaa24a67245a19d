// Firmware on a server with PostgreSQL: a file, a plan and a rollout to its end, and all of it again after a restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firmwarePlansPath, firmwarePlansSchema, firmwareRolloutsPath } from '@fleetglass/contract/firmware'
import { ROOT_GROUP } from '@fleetglass/contract/groups'
import type { Fleet } from '@fleetglass/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from '../../../test/databases/postgres-cluster.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import {
  FIRST_DEVICE,
  firmwareCalls,
  firmwareOf,
  NEW,
  OLD,
  startDevices,
  storeUrl,
  uploadFirmware,
} from './firmware.fixtures.ts'

const PATIENCE_MS = 90_000
const DEVICES = 3
/** It finds its file damaged. */
const FAILING = 1

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: firmware is not tested on it\n')

describe.skipIf(binaries === null)('firmware on PostgreSQL', () => {
  let cluster: PostgresCluster
  let server: TestServer
  let fleet: Fleet | null = null
  let data: string
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'fleetglass-firmware-postgres-'))
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(async () => {
    await fleet?.close()
    await server.close()
    await cluster.close()
    rmSync(data, { recursive: true, force: true })
  })

  const calls = () => firmwareCalls(server)
  const plans = async (method: string, body: object = {}) =>
    firmwarePlansSchema.parse(JSON.parse((await calls().call(method, firmwarePlansPath, body)).text))

  it('stores files, plans, updates and rollouts, and has all of it after a restart', async () => {
    const database = await cluster.createMigrated()
    server = await startTestServer({ data, config: { database } })
    const link = await server.login()
    fleet = await startDevices(server, link, DEVICES)
    fleet.devices[FAILING]?.setFault('firmwareFault', 'check')
    const url = storeUrl(server, await uploadFirmware(link, firmwareOf(NEW, 20_000), { memo: 'spring' }))

    const [plan] = await plans('POST', { targetfw: 'OTHER-SIM 1', url, memo: 'old' })
    await plans('PUT', { autofwid: plan?.autofwid, memo: 'new' })
    const added = await plans('POST', { targetfw: 'OTHER-SIM 2', url })
    await plans('DELETE', { autofwid: added.find(({ targetfw }) => targetfw === 'OTHER-SIM 2')?.autofwid })

    const order = { targetfw: NEW, url, groups: [ROOT_GROUP], firstwave: 2, failurelimit: 50 }
    await calls().call('POST', firmwareRolloutsPath, order)
    const isIn = (state: string) =>
      until(
        `the rollout is ${state}`,
        async () => {
          const { rollout } = await calls().rollout()
          return rollout.state === state && rollout.running === 0 && rollout
        },
        PATIENCE_MS,
      )
    const paused = await isIn('paused')
    expect(paused).toMatchObject({ pausedby: 'failures', done: 1, failed: 1, waiting: 1 })
    await calls().call('PUT', firmwareRolloutsPath, { rolloutid: paused.rolloutid, action: 'resume' })
    await isIn('done')

    await fleet.close()
    fleet = null
    await until('all are offline', async () => (await calls().devices()).every(({ status }) => status === 0))
    const stored = async () => ({
      files: await calls().list(),
      plans: await plans('GET'),
      detail: await calls().rollout(),
      firmwares: await calls().devices(),
    })
    const before = await stored()
    await server.close()
    server = await startTestServer({ data, config: { database } })
    const { files, plans: storedPlans, detail, firmwares } = await stored()
    expect({ files, plans: storedPlans, detail, firmwares }).toEqual(before)
    expect(files).toMatchObject([{ memo: 'spring' }])
    expect(storedPlans).toMatchObject([{ targetfw: 'OTHER-SIM 1', memo: 'new' }])
    expect(detail.rollout).toMatchObject({ state: 'done', done: 2, failed: 1 })
    expect(detail.devices.map(({ reason, version }) => [reason, version])).toEqual([
      ['', NEW],
      ['failed', OLD],
      ['', NEW],
    ])
    expect(firmwares.find(({ deviceid }) => deviceid === FIRST_DEVICE)?.update).toMatchObject({
      stage: 'done',
      by: 'rollout',
      target: NEW,
    })
  }, 240_000)
})
