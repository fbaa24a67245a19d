import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import { settingPath } from '@fleetglass/contract/device-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
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

  it('API1-33 API1-54 POST loads what D03 tells, PUT saves as D04 does', async () => {
    const told = await call('POST', { deviceid: 'van' })
    expect(told.body).toEqual(JSON.parse((await admin.request('D03', { A: 'van' })).text))
    expect((await call('PUT', { deviceid: 'van', changed: { recdays: 9, extid: 'E' } })).body).toMatchObject({
      hasError: false,
    })
    expect((await call('POST', { deviceid: 'van' })).body).toEqual({ ...told.body, recdays: 9, extid: 'E' })
    expect((await call('POST', { deviceid: 'nobody' })).body).toMatchObject({
      hasError: true,
      message: 'there is no such device',
    })
  })

  it('SDEV-48 what is beyond its bounds refuses the whole change with hasError, and says which field', async () => {
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

  it('SDEV-03 SDEV-04 the record needs F_lmdvrs, and each setting its own flag: told and taken with it only', async () => {
    expect((await call('POST', { deviceid: 'van' }, 'none')).status).toBe(403)
    const { body } = await call('POST', { deviceid: 'van' }, 'some')
    for (const hidden of ['driver', 'driverlicense', 'netlimit', 'maxnetflow']) expect(body).not.toHaveProperty(hidden)
    expect(body).toHaveProperty('recdays')
    const refused = await call('PUT', { deviceid: 'van', changed: { plate: 'P', maxnetflow: 1 } }, 'some')
    expect([refused.status, refused.body.message]).toEqual([403, 'permission denied'])
    expect((await call('PUT', { deviceid: 'van', changed: { plate: 'P' } }, 'some')).body.hasError).toBe(false)
    // A permission of 2 and above has no record, whatever its flags.
    expect((await call('POST', { deviceid: 'van' }, 'nodays')).status).toBe(403)
  })
})
