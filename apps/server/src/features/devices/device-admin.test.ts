import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { controlPath, devicePath, deviceRecordPath } from '@fleetglass/contract/devices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const VAN = '13812345678'

describe('what is done to a device by a call', () => {
  let server: TestServer
  let admin: ChannelClient
  let device: DeviceClient
  beforeAll(async () => {
    const deviceModels = [{ maker: 'TEST', model: 'T1', formatCard: 0xc1 }]
    server = await startTestServer({ config: { deviceModels } })
    admin = await server.login()
    await addUsers(server, { name: 'second', permission: 1 })
    await admin.request('D01', { A: VAN, C: '2' })
    device = await DeviceClient.tcp(server.ports.signalling, VAN)
    await device.login()
  })
  afterAll(async () => {
    await admin.close()
    await device.close()
    await server.close()
  })
  const call = (method: string, path: string, body: object, username = ADMIN) =>
    callHttp(server, method, path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })

  it('[API1-34] [API1-55] [API1-42] [RIGHT1-12] PUT /gkdevice/device adds a device as D01 does: once, and for permission 0 only', async () => {
    expect((await call('PUT', devicePath, { deviceid: 'bus', channel: 8 })).body).toEqual({
      hasError: false,
      message: '',
    })
    expect((await admin.request('D03', { A: 'bus' })).text).toContain('"channel":8')
    const again = await call('PUT', devicePath, { deviceid: 'bus', channel: 8 })
    expect(again.body).toEqual(failedCall('device-registered'))
    for (const bad of [{ deviceid: '../x' }, { deviceid: '' }, { deviceid: 'car', channel: 65 }, { deviceid: 7 }]) {
      expect((await call('PUT', devicePath, bad)).body).toMatchObject({ hasError: true })
    }
    const rejected = await call('PUT', devicePath, { deviceid: 'car', channel: 1 }, 'second')
    expect([rejected.status, rejected.body.message]).toEqual([403, 'permission denied'])
    expect((await admin.request('D03', { A: 'car' })).fields.R).toBe('0')
  })

  it('[API1-35] [RIGHT1-13] DELETE /gkdevice/device removes one as D02 does, for permission 0 only', async () => {
    await call('PUT', devicePath, { deviceid: 'taxi', channel: 1 })
    expect((await call('DELETE', devicePath, { deviceid: 'taxi' }, 'second')).status).toBe(403)
    expect((await admin.request('D03', { A: 'taxi' })).fields.R).toBe('1')
    expect((await call('DELETE', devicePath, { deviceid: 'taxi' })).body).toMatchObject({ hasError: false })
    expect((await admin.request('D03', { A: 'taxi' })).fields.R).toBe('0')
    expect((await call('DELETE', devicePath, { deviceid: 'taxi' })).body).toEqual(failedCall('unknown-device'))
  })

  it.each([
    ['[API1-36] [API1-56] [SDEV-53] reboot is 0x8105 with word 4', 'reboot', 4],
    ['[API1-37] [API1-56] [SDEV-53] restore is 0x8105 with word 5', 'restore', 5],
    ['[API1-38] [API1-56] [SDEV-53] format is 0x8105 with the word of its model', 'format', 0xc1],
  ])('%s, answered when the device has confirmed or refused; an offline one is a failure', async (_, cmd, word) => {
    for (const result of [0, 1]) {
      const answer = call('POST', controlPath, { deviceid: VAN, cmd })
      const { body } = await device.next('terminalControl')
      expect(body).toEqual({ command: word, parameters: '' })
      const reported = { answeredSerial: device.lastTakenSerial, answeredId: 0x8105, result }
      device.send({ name: 'terminalAnswer', body: reported })
      expect((await answer).body.hasError).toBe(result === 1)
    }
    const away = (await call('POST', controlPath, { deviceid: 'bus', cmd })).body
    expect(away).toEqual(failedCall(cmd === 'format' ? 'device-model-unknown' : 'device-offline'))
    expect((await call('POST', controlPath, { deviceid: VAN, cmd: 'explode' })).body.hasError).toBe(true)
  })

  it('[API1-39] [API1-57] [SDEV-52] DELETE /gkdevice/record deletes what the server has, only when the id is confirmed, and asks nothing of the device', async () => {
    const folder = join(server.data, 'media', VAN, '20260901/1')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '1000.mp4'), 'x')
    const before = device.received.length
    for (const confirm of ['', 'yes', `${VAN} `]) {
      const { body } = await call('DELETE', deviceRecordPath, { deviceid: VAN, confirm })
      expect(body).toEqual(failedCall('invalid-field', { field: 'confirm', reason: 'is not the id of the device' }))
    }
    expect(readdirSync(folder)).toEqual(['1000.mp4'])
    expect((await call('DELETE', deviceRecordPath, { deviceid: VAN, confirm: VAN })).body).toMatchObject({
      hasError: false,
    })
    expect(existsSync(join(folder, '1000.mp4'))).toBe(false)
    expect(device.received).toHaveLength(before)
  })
})
