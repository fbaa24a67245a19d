import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FIRMWARE_PLANS_MAX, firmwarePlansPath, firmwarePlansSchema } from '@fleetglass/contract/firmware'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { errorCode, failedCall } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
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

const PATIENCE_MS = 60_000
const SECOND_DEVICE = String(BigInt(FIRST_DEVICE) + 1n)

let data: string
let server: TestServer
let link: ChannelClient
let fleet: Fleet | null = null
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-firmware-plans-'))
  server = await startTestServer({ data })
  link = await server.login()
})
afterEach(async () => {
  await fleet?.close()
  fleet = null
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

async function plans(method: string, body: object = {}) {
  const { text } = await firmwareCalls(server).call(method, firmwarePlansPath, body)
  return firmwarePlansSchema.parse(JSON.parse(text))
}
const firmware = async (id: string) => (await firmwareCalls(server).devices(id))[0]
const hasEnded = (id: string, stage: string) =>
  until(
    `the update of ${id} is ${stage}`,
    async () => {
      const now = await firmware(id)
      return now?.update?.stage === stage && now.status === 100 && now
    },
    PATIENCE_MS,
  )

describe('automatic firmware plans', () => {
  it('[FW-40] [API2-117] [API2-118] [API2-121] are listed with what was saved, and adding one answers with the list', async () => {
    expect(await plans('GET')).toEqual([])
    const before = Math.floor(Date.now() / 1000)
    const plan = { targetfw: NEW, url: 'http://127.0.0.1/a.bin', memo: 'spring' }
    const added = await plans('POST', plan)
    expect(added).toEqual([{ ...plan, autofwid: expect.any(Number), updatetime: expect.any(Number) }])
    expect(added[0]?.updatetime).toBeGreaterThanOrEqual(before)
    expect(await plans('GET')).toEqual(added)
    for (const wrong of [
      { ...plan, targetfw: ' ' },
      { ...plan, url: '' },
      { ...plan, url: 'ftp://host/a' },
      { ...plan, url: 'http://host/a\nb' },
      { ...plan, targetfw: '1.2' },
    ]) {
      const refused = await firmwareCalls(server).call('POST', firmwarePlansPath, wrong)
      expect([wrong, refused.body.hasError]).toEqual([wrong, true])
    }
    await changeDatabase(server, (file) => {
      const insert = file.prepare(
        "insert into firmware_plans (target, url, memo, group_id, updated_s) values ('a', 'b', '', 1, 0)",
      )
      for (let n = 1; n < FIRMWARE_PLANS_MAX; n++) insert.run()
    })
    await server.close()
    server = await startTestServer({ data })
    const full = await firmwareCalls(server).call('POST', firmwarePlansPath, plan)
    expect(full.body).toEqual(failedCall('firmware-plans-full', { most: FIRMWARE_PLANS_MAX }))
  })

  it('[API2-119] [API2-120] [FW-39] are changed field by field, and removed; a memo may become empty, target and address may not', async () => {
    const [plan] = await plans('POST', { targetfw: NEW, url: 'http://127.0.0.1/a.bin', memo: 'spring' })
    const autofwid = plan?.autofwid
    expect(await plans('PUT', { autofwid, targetfw: 'FG-SIM 2' })).toMatchObject([
      { targetfw: 'FG-SIM 2', memo: 'spring' },
    ])
    expect(await plans('PUT', { autofwid, memo: '' })).toMatchObject([{ targetfw: 'FG-SIM 2', memo: '' }])
    for (const field of ['targetfw', 'url']) {
      const { body } = await firmwareCalls(server).call('PUT', firmwarePlansPath, { autofwid, [field]: ' ' })
      expect([field, body.message]).toEqual([field, expect.stringContaining('cannot be empty')])
    }
    const unknown = await firmwareCalls(server).call('PUT', firmwarePlansPath, { autofwid: 998, memo: '' })
    expect(unknown.body.code).toBe(errorCode('unknown-firmware-plan'))
    expect(await plans('DELETE', { autofwid })).toEqual([])
    expect(await plans('GET')).toEqual([])
  })

  it('[FW-41] update a device of the model that comes online with another version, and leave others alone', async () => {
    const url = storeUrl(server, await uploadFirmware(link, firmwareOf(NEW)))
    await plans('POST', { targetfw: 'OTHER-SIM 1.1.0', url })
    await plans('POST', { targetfw: NEW, url })
    fleet = await startDevices(server, link, 2)
    for (const id of [FIRST_DEVICE, SECOND_DEVICE]) {
      const { version, update } = await hasEnded(id, 'done')
      expect([version, update?.target, update?.before, update?.by]).toEqual([NEW, NEW, OLD, 'plan'])
    }
  })

  it('[FW-42] try a device once in 24 hours, also after a restart', async () => {
    await plans('POST', { targetfw: NEW, url: storeUrl(server, await uploadFirmware(link, firmwareOf(NEW))) })
    fleet = await startDevices(server, link)
    fleet.devices[0]?.setFault('firmwareFault', 'download')
    await hasEnded(FIRST_DEVICE, 'failed')
    const failed = await attempt()
    fleet.devices[0]?.setFault('firmwareFault', '')

    await comeBack(fleet)
    // What came online after it and was updated meanwhile shows that there was time.
    await updateAnother(SECOND_DEVICE)
    expect(await attempt()).toBe(failed)

    const { signalling, streams } = server.ports
    await server.close()
    server = await startTestServer({ data, config: { signalling, streams } })
    link = await server.login()
    await until('it is back', async () => (await firmware(FIRST_DEVICE))?.status === 100, PATIENCE_MS)
    await updateAnother(String(BigInt(FIRST_DEVICE) + 2n))
    expect(await attempt()).toBe(failed)

    await changeDatabase(server, (file) => file.exec('update firmware_plan_tries set tried_s = tried_s - 86400'))
    await comeBack(fleet)
    expect((await hasEnded(FIRST_DEVICE, 'done')).version).toBe(NEW)
  }, 120_000)

  it('[RIGHT-068] [RIGHT2-21] are closed to permission 2', async () => {
    await addUsers(server, { name: 'op', permission: 2 })
    const claim = { username: 'op', password: sha256(ADMIN_PASSWORD) }
    const body = { ...claim, targetfw: NEW, url: 'http://127.0.0.1/a.bin' }
    expect((await callHttp(server, 'POST', firmwarePlansPath, { body })).status).toBe(403)
    expect(await plans('GET')).toEqual([])
  })
})

/** What tells one update of the first device from another. */
function attempt(): Promise<unknown> {
  return changeDatabase(server, (file) => {
    const row = file.prepare('select token from firmware_updates order by begin_s, device_key limit 1').get()
    return (row as { token: string }).token
  })
}

async function comeBack({ devices }: Fleet): Promise<void> {
  const before = devices[0]?.counters.connects ?? 0
  devices[0]?.setFault('cutLink', true)
  devices[0]?.setFault('cutLink', false)
  await until(
    'it is back',
    () => (devices[0]?.counters.connects ?? 0) > before && devices[0]?.state === 'online',
    PATIENCE_MS,
  )
}

/** A further device comes online for the first time. */
async function updateAnother(id: string): Promise<void> {
  await link.request('D01', { A: id, C: '1' })
  const another = await startFleet({
    host: '127.0.0.1',
    signallingPort: server.ports.signalling,
    firstTerminalId: id,
    positionsOnly: true,
  })
  await hasEnded(id, 'done')
  await another.close()
}
