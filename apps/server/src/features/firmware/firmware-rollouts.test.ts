import { FIRMWARE_ROLLOUTS_MAX, firmwareRolloutsPath, firmwareRolloutsSchema } from '@fleetglass/contract/firmware'
import { ROOT_GROUP } from '@fleetglass/contract/groups'
import type { Fleet } from '@fleetglass/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { errorCode, failedCall } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import {
  attributesOf,
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
const DEVICES = 50
const FAULTS: Readonly<Record<number, readonly [fault: string, reason: string]>> = {
  2: ['check', 'failed'],
  12: ['download', 'failed'],
  22: ['old-version', 'old-version'],
  32: ['refused', 'refused'],
  42: ['download', 'failed'],
}
/** It has the new version before the rollout. */
const UPDATED = 49

let server: TestServer
let link: ChannelClient
let fleet: Fleet | null = null
async function start(config: Parameters<typeof startTestServer>[0] = {}): Promise<void> {
  server = await startTestServer(config)
  link = await server.login()
}
afterEach(async () => {
  await fleet?.close()
  fleet = null
  await server.close()
})

const idOf = (n: number): string => String(BigInt(FIRST_DEVICE) + BigInt(n))
const act = (action: string, rolloutid: number) =>
  firmwareCalls(server).call('PUT', firmwareRolloutsPath, { rolloutid, action })
const isIn = (state: string) =>
  until(
    `the rollout is ${state}`,
    async () => {
      const detail = await firmwareCalls(server).rollout()
      return detail.rollout.state === state && detail.rollout.running === 0 && detail
    },
    PATIENCE_MS,
  )

describe('a rollout', () => {
  it('of 50 devices of which 10 % fail stops at its limit, goes on when it is resumed, and ends with a table that is right', async () => {
    await start({ config: { firmwareDownloads: 25 } })
    fleet = await startDevices(server, link, DEVICES)
    const url = storeUrl(server, await uploadFirmware(link, firmwareOf(NEW, 20_000)))
    for (const [n, [fault]] of Object.entries(FAULTS)) fleet.devices[Number(n)]?.setFault('firmwareFault', fault)
    expect((await link.request('D10', { A: idOf(UPDATED), L: url })).fields.R).toBe('1')
    const { devices } = fleet
    await until(
      'one is updated',
      async () => (await firmwareCalls(server).devices(idOf(UPDATED)))[0]?.version === NEW,
      PATIENCE_MS,
    )
    const order = { targetfw: NEW, url, memo: 'spring', models: ['FG-MDVR4'], firstwave: 5, failurelimit: 20 }
    const added = await firmwareCalls(server).call('POST', firmwareRolloutsPath, order)
    expect(firmwareRolloutsSchema.parse(JSON.parse(added.text))).toMatchObject([
      { targetfw: NEW, firstwave: 5, editable: true },
    ])

    const { rollout } = await isIn('paused')
    expect(rollout).toMatchObject({
      pausedby: 'failures',
      wave: 1,
      failed: 1,
      done: 4,
      waiting: DEVICES - 5,
      skipped: 0,
    })
    await act('resume', rollout.rolloutid)
    const end = await isIn('done')
    expect(end.rollout).toMatchObject({ pausedby: '', waiting: 0, running: 0, done: 44, failed: 5, skipped: 1 })
    for (const [n, row] of end.devices.entries()) {
      const [, reason] = FAULTS[n] ?? []
      const expected =
        n === UPDATED ? ['skipped', 'same-version', NEW] : reason ? ['failed', reason, OLD] : ['done', '', NEW]
      expect([row.deviceid, row.state, row.reason, row.version]).toEqual([idOf(n), ...expected])
      expect([n, devices[n]?.firmware.version]).toEqual([n, expected[2]])
    }
    const waves = [1, 2, 3, 4, 5].map((wave) => end.devices.filter((one) => one.wave === wave).length)
    expect(waves).toEqual([5, 5, 10, 20, 9])
  }, 180_000)

  it('waits for devices that are offline, is paused, resumed and stopped, and says why a device was skipped', async () => {
    await start()
    for (const A of ['parked', 'away', 'gone']) await link.request('D01', { A, C: '1' })
    const order = { targetfw: NEW, url: 'http://127.0.0.1/a.bin', groups: [ROOT_GROUP], firstwave: 1, failurelimit: 50 }
    const { call, rollout: newest } = firmwareCalls(server)
    for (const wrong of [
      { ...order, groups: [] },
      { ...order, models: ['none'] },
    ]) {
      expect((await call('POST', firmwareRolloutsPath, wrong)).body.code).toBe(errorCode('firmware-rollout-empty'))
    }
    for (const wrong of [
      { ...order, url: 'a' },
      { ...order, firstwave: 0 },
      { ...order, failurelimit: 101 },
    ]) {
      expect((await call('POST', firmwareRolloutsPath, wrong)).body.hasError).toBe(true)
    }
    await call('POST', firmwareRolloutsPath, order)
    const { rollout } = await newest()
    const id = rollout.rolloutid
    expect(rollout).toMatchObject({ state: 'running', waiting: 3, wave: 0 })
    await act('pause', id)
    expect((await newest()).rollout).toMatchObject({ state: 'paused', pausedby: 'user' })
    expect((await act('pause', id)).body.code).toBe(errorCode('firmware-rollout-state'))
    expect((await call('DELETE', firmwareRolloutsPath, { rolloutid: id })).body.code).toBe(
      errorCode('firmware-rollout-state'),
    )
    await act('resume', id)
    await link.request('D02', { A: 'gone' })
    await act('stop', id)
    const { rollout: stopped, devices } = await newest()
    expect(stopped).toMatchObject({ state: 'stopped', skipped: 3 })
    expect(devices.map(({ deviceid, reason }) => [deviceid, reason])).toEqual([
      ['parked', 'stopped'],
      ['away', 'stopped'],
    ])
    expect((await act('resume', id)).body.code).toBe(errorCode('firmware-rollout-state'))
    expect((await act('resume', 998)).body.code).toBe(errorCode('unknown-firmware-rollout'))
    expect(JSON.parse((await call('DELETE', firmwareRolloutsPath, { rolloutid: id })).text)).toEqual([])
  })

  it.each([
    ['stop', 'skipped'],
    ['pause', 'waiting'],
  ])(
    'gives no command to a device that was asked for its version when the user chose to %s it',
    async (action, state) => {
      await start()
      await link.request('D01', { A: FIRST_DEVICE, C: '1' })
      const device = await DeviceClient.tcp(server.ports.signalling, FIRST_DEVICE)
      await device.login()
      const order = {
        targetfw: NEW,
        url: 'http://127.0.0.1/a.bin',
        groups: [ROOT_GROUP],
        firstwave: 1,
        failurelimit: 50,
      }
      const { call, rollout: newest } = firmwareCalls(server)
      // The server asks a new device too.
      await device.next('attributesRequest')
      device.send({ name: 'attributes', body: attributesOf(OLD) })
      await call('POST', firmwareRolloutsPath, order)
      await device.next('attributesRequest')
      await act(action, (await newest()).rollout.rolloutid)
      device.send({ name: 'attributes', body: attributesOf(OLD) })
      await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
      expect((await newest()).devices).toMatchObject([{ state }])
      expect(await firmwareCalls(server).devices()).toMatchObject([{ update: null }])
      expect(device.received.filter(({ message }) => message.name === 'terminalControl')).toEqual([])
      await device.close()
    },
  )

  it('[RIGHT-068] is for permissions below 2, with the devices that the user sees, and is changed only by who sees all of them', async () => {
    await start()
    for (const A of ['mine', 'other']) await link.request('D01', { A, C: '1' })
    const north = await server.directory.registry.addGroup(1, 'North')
    if (typeof north === 'string') throw new Error(north)
    await server.directory.registry.setGroups('mine', [north.id])
    await addUsers(server, { name: 'op', permission: 2 }, { name: 'branch', permission: 1, groupId: north.id })
    const order = { targetfw: NEW, url: 'http://127.0.0.1/a.bin', groups: [ROOT_GROUP], firstwave: 1, failurelimit: 50 }
    const password = sha256(ADMIN_PASSWORD)
    const as = (username: string, method: string, body: object) =>
      callHttp(server, method, firmwareRolloutsPath, { body: { username, password, ...body } })
    expect((await as('op', 'POST', order)).status).toBe(403)

    const { call } = firmwareCalls(server)
    const [all] = firmwareRolloutsSchema.parse(JSON.parse((await call('POST', firmwareRolloutsPath, order)).text))
    expect(all).toMatchObject({ waiting: 2, editable: true })
    // Of the same groups the branch sees one device.
    const added = firmwareRolloutsSchema.parse(JSON.parse((await as('branch', 'POST', order)).text))
    expect(added.map(({ waiting, editable }) => [waiting, editable])).toEqual([
      [1, true],
      [1, false],
    ])
    const ofNorth = await call('POST', firmwareRolloutsPath, { ...order, groups: [String(north.id)] })
    expect(firmwareRolloutsSchema.parse(JSON.parse(ofNorth.text))[0]).toMatchObject({ waiting: 1 })
    const hidden = await as('branch', 'PUT', { rolloutid: all?.rolloutid, action: 'stop' })
    expect(hidden.body.code).toBe(errorCode('firmware-rollout-hidden'))
    expect(
      (await as('branch', 'PUT', { rolloutid: added[0]?.rolloutid, action: 'stop' })).body.hasError,
    ).toBeUndefined()
    const authorization = `Basic ${Buffer.from(`branch:${password}`).toString('base64')}`
    const seen = await callHttp(server, 'GET', `${firmwareRolloutsPath}/${all?.rolloutid}`, {
      headers: { authorization },
    })
    expect(seen.body.devices).toMatchObject([{ deviceid: 'mine' }])
  })

  it('ends with a refusal where as many rollouts are stored as may be', async () => {
    await start()
    await link.request('D01', { A: 'parked', C: '1' })
    const { call } = firmwareCalls(server)
    const order = { targetfw: NEW, url: 'http://127.0.0.1/a.bin', groups: [ROOT_GROUP], firstwave: 1, failurelimit: 50 }
    for (let n = 0; n < FIRMWARE_ROLLOUTS_MAX; n++) await call('POST', firmwareRolloutsPath, order)
    const more = await call('POST', firmwareRolloutsPath, order)
    expect(more.body).toEqual(failedCall('firmware-rollouts-full', { most: FIRMWARE_ROLLOUTS_MAX }))
  })
})
