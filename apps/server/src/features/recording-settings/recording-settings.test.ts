import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import { recordSettingsListSchema, recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const IDS = ['a', 'b', 'c']

describe('recording settings of many devices', () => {
  let server: TestServer
  let admin: ChannelClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    for (const id of IDS) await admin.request('D01', { A: id, C: '2', F: '1' })
    const access = accessFlags.map((flag, at) => (flag === 'F_lmdvrs_netlimit' ? '0' : fullAccess[at])).join('')
    await addUsers(server, { name: 'one', permission: 1, access }, { name: 'two', permission: 2 })
  })
  afterAll(async () => {
    await admin.close()
    await server.close()
  })
  const call = (method: string, body: object = {}, username = ADMIN) =>
    callHttp(server, method, recordSettingsPath, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
  const rows = async (username = ADMIN) => {
    const { text } = await call('POST', {}, username)
    return recordSettingsListSchema.parse(JSON.parse(text))
  }

  it('[REC-03] [REC-16] lists each visible device with its recording fields, without the fields the caller has no flag for', async () => {
    const [first] = await rows()
    const named = [
      'deviceid',
      'extid',
      'driver',
      'vehicleid',
      'channel',
      'streamtype',
      'chmask',
      'recenable',
      'recdays',
    ]
    expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining([...named, 'recaudio', 'netlimit', 'maxnetflow']))
    expect(first).toMatchObject({
      channel: 2,
      streamtype: '11',
      chmask: '11',
      recenable: 1,
      recaudio: 3,
      recdays: 0,
      serverdays: 7,
      monthbytes: 0,
    })
    const [reported] = await rows('one')
    for (const hidden of ['netlimit', 'maxnetflow', 'monthbytes', 'limited'])
      expect(reported).not.toHaveProperty(hidden)
    expect((await call('POST', {}, 'two')).status).toBe(403)
  })

  it('[REC-14] [API2-073] one save sets recdays, or the limit as "flag,maxnetflow", of all chosen devices, a reset puts them back, and consoles hear of them', async () => {
    const { version } = await admin.list('Q03')
    expect((await call('PUT', { deviceids: ['a', 'b'], name: 'recdays', value: 30 })).body).toMatchObject({
      hasError: false,
    })
    expect((await rows()).map(({ recdays }) => recdays)).toEqual([30, 30, 0])
    expect((await admin.list('Q04')).version).toBe(version + 1)
    await call('PUT', { deviceids: ['b', 'c'], name: 'netlimit', value: '1,2048' })
    expect((await rows()).map(({ netlimit, maxnetflow }) => [netlimit, maxnetflow])).toEqual([
      [0, 0],
      [1, 2048],
      [1, 2048],
    ])
    await call('DELETE', { deviceids: IDS })
    for (const row of await rows()) expect(row).toMatchObject({ recdays: 0, netlimit: 0, maxnetflow: 0, recenable: 1 })
  })

  it('[REC-08] stores a limit in KB, as it was sent, and returns it so to every page', async () => {
    await call('PUT', { deviceids: ['a'], name: 'netlimit', value: '1,2048' })
    expect((await rows())[0]).toMatchObject({ netlimit: 1, maxnetflow: 2048 })
    expect(JSON.parse((await admin.request('D03', { A: 'a' })).text)).toMatchObject({ netlimit: 1, maxnetflow: 2048 })
    await call('DELETE', { deviceids: IDS })
  })

  it('what cannot be set, and a device that is not there, changes none of them', async () => {
    const bad = [
      { deviceids: ['a', 'nobody'], name: 'recdays', value: 3 },
      { deviceids: ['a'], name: 'recdays', value: -1 },
      { deviceids: ['a'], name: 'netlimit', value: '1' },
      { deviceids: [], name: 'recdays', value: 3 },
      { deviceids: ['a'], name: 'driver', value: 'x' },
    ]
    for (const body of bad) expect((await call('PUT', body)).body).toMatchObject({ hasError: true })
    expect((await call('PUT', bad[1] ?? {})).body).toEqual(failedCall('invalid-recording-days'))
    expect((await call('PUT', bad[2] ?? {})).body).toEqual(failedCall('invalid-traffic-limit'))
    expect((await rows())[0]).toMatchObject({ recdays: 0, netlimit: 0 })
    // Only permission 0 sets anything here (REC-18).
    expect((await call('PUT', { deviceids: ['a'], name: 'recdays', value: 3 }, 'one')).status).toBe(403)
    expect((await call('DELETE', { deviceids: ['a'] }, 'one')).status).toBe(403)
  })
})
