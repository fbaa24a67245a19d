import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import { type DeviceSettings, deviceSettingsSchema, settingPath } from '@fleetglass/contract/device-settings'
import { recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const without = (...flags: string[]): string =>
  accessFlags.map((flag, at) => (flags.includes(flag) ? '0' : fullAccess[at])).join('')

describe('the record of a device as a call', () => {
  let server: TestServer
  let admin: ChannelClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    await admin.request('D01', { A: 'van', C: '4' })
    await addUsers(
      server,
      { name: 'nodays', permission: 4, access: without('F_lmdvrs_recdays') },
      { name: 'some', permission: 1, access: without('F_lmdvrs_driver', 'F_lmdvrs_netlimit') },
      { name: 'none', permission: 5, access: without('F_lmdvrs') },
    )
  })
  afterAll(async () => {
    await admin.close()
    await server.close()
  })
  const call = (method: string, body: object, username = ADMIN) =>
    callHttp(server, method, settingPath, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })

  it('[API1-33] [API1-54] POST loads what D03 returns, PUT saves as D04 does', async () => {
    const received = await call('POST', { deviceid: 'van' })
    expect(received.body).toEqual(JSON.parse((await admin.request('D03', { A: 'van' })).text))
    expect((await call('PUT', { deviceid: 'van', changed: { recdays: 9, extid: 'E' } })).body).toMatchObject({
      hasError: false,
    })
    expect((await call('POST', { deviceid: 'van' })).body).toEqual({ ...received.body, recdays: 9, extid: 'E' })
    expect((await call('POST', { deviceid: 'nobody' })).body).toMatchObject(failedCall('unknown-device'))
  })

  it('[SDEV-16] [SDEV-48] every field keeps a value that it does not begin with, also over a restart, and is reported wherever it is listed', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-record-'))
    const first = await startTestServer({ data })
    const link = await first.login()
    await link.request('D01', { A: 'truck', C: '4' })
    const ask = (server: TestServer, method: string, path: string, body: object = {}) =>
      callHttp(server, method, path, { body: { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...body } })
    const { deviceid: _, ...before } = JSON.parse((await link.request('D03', { A: 'truck' })).text)
    const record: DeviceSettings = {
      channel: 3,
      talkch: 2,
      gpstzenable: 1,
      icon: 7,
      extid: 'X-9',
      driver: 'Lin Mei',
      driverlicense: 'DL-77',
      vehicleid: 'Cold truck 9',
      plate: 'KAB-1207',
      maplocation: '24.5,-121.25',
      streamtype: '101',
      chmask: '110',
      recplan: '011',
      videolossinterval: 45,
      recenable: 2,
      recdays: 12,
      recaudio: 2,
      chnames: 'Road,,Door',
      chsort: '3,1',
      maxnetflow: 2048,
      netlimit: 1,
      eventdays: 40,
    }
    for (const [name, value] of Object.entries(record)) expect([name, before[name]]).not.toEqual([name, value])
    expect(Object.keys(record).sort()).toEqual(Object.keys(deviceSettingsSchema.shape).sort())
    expect((await ask(first, 'PUT', settingPath, { deviceid: 'truck', changed: record })).body.hasError).toBe(false)
    await link.close()
    await first.close()

    const again = await startTestServer({ data })
    const console = await again.login()
    expect(JSON.parse((await console.request('D03', { A: 'truck' })).text)).toEqual({ deviceid: 'truck', ...record })
    expect((await ask(again, 'POST', settingPath, { deviceid: 'truck' })).body).toEqual({
      deviceid: 'truck',
      ...record,
    })
    const [row] = (await ask(again, 'POST', recordSettingsPath)).body as unknown as readonly object[]
    const { extid, driver, vehicleid, channel, streamtype, chmask } = record
    const { recenable, recdays, recaudio, netlimit, maxnetflow } = record
    expect(row).toMatchObject({
      extid,
      driver,
      vehicleid,
      channel,
      streamtype,
      chmask,
      recenable,
      recdays,
      recaudio,
      netlimit,
      maxnetflow,
    })
    expect(JSON.parse((await console.request('Q11')).text)).toEqual({
      truck: { icon: 7, chsort: [3, 1], chnames: ['Road', '', 'Door'], plate: 'KAB-1207', talkch: 2, extid: 'X-9' },
    })
    await console.close()
    await again.close()
    rmSync(data, { recursive: true })
  })

  it('[SDEV-48] what is beyond its bounds refuses the whole change with hasError, and says which field', async () => {
    for (const [field, value] of [
      ['driver', 'x'.repeat(32)],
      ['chnames', 'thirteen char'],
      ['maplocation', '91,0'],
      ['recdays', 30_000],
      ['password', 'x'],
    ] as const) {
      const { body } = await call('PUT', { deviceid: 'van', changed: { plate: 'NEW', [field]: value } })
      expect(body.hasError).toBe(true)
      expect(body.message).toContain(field)
    }
    expect((await call('POST', { deviceid: 'van' })).body.plate).toBe('')
  })

  it('[SDEV-03] [SDEV-04] the record needs F_lmdvrs, and each setting its own flag: without the flag it is neither returned nor changed', async () => {
    expect((await call('POST', { deviceid: 'van' }, 'none')).status).toBe(403)
    const { body } = await call('POST', { deviceid: 'van' }, 'some')
    for (const hidden of ['driver', 'driverlicense', 'netlimit', 'maxnetflow']) expect(body).not.toHaveProperty(hidden)
    expect(body).toHaveProperty('recdays')
    const rejected = await call('PUT', { deviceid: 'van', changed: { plate: 'P', maxnetflow: 1 } }, 'some')
    expect([rejected.status, rejected.body.message]).toEqual([403, 'permission denied'])
    expect((await call('PUT', { deviceid: 'van', changed: { plate: 'P' } }, 'some')).body.hasError).toBe(false)
    // A permission of 2 and above has no record, whatever its flags.
    expect((await call('POST', { deviceid: 'van' }, 'nodays')).status).toBe(403)
  })
})
