import { accessFlags, fullAccess } from '@fleetglass/contract/access'
import { deviceSettingsSchema } from '@fleetglass/contract/device-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import type { ChannelClient, Reply } from '../../../test/channel-client.ts'
import { failedMessage } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'

const without = (...flags: string[]): string =>
  accessFlags.map((flag, at) => (flags.includes(flag) ? '0' : fullAccess[at])).join('')

describe('the record of a device', () => {
  let server: TestServer
  let admin: ChannelClient
  const links: ChannelClient[] = []
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    await admin.request('D01', { A: 'van', C: '4' })
    await admin.request('D01', { A: 'bus', C: '4' })
    await addUsers(
      server,
      { name: 'plain', permission: 1, access: without('F_lmdvrs_driver', 'F_lmdvrs_recdays') },
      { name: 'second', permission: 2 },
      { name: 'nothing', permission: 4, access: without('F_lmdvrs') },
    )
  })
  afterAll(async () => {
    for (const link of [admin, ...links]) await link.close()
    await server.close()
  })
  const get = async (link = admin, deviceId = 'van'): Promise<Record<string, unknown>> =>
    JSON.parse((await link.request('D03', { A: deviceId })).text || 'null')
  const set = (change: unknown, link = admin, deviceId = 'van'): Promise<Reply> =>
    link.request('D04', { A: deviceId }, typeof change === 'string' ? change : JSON.stringify(change))
  const loginAs = async (name: string): Promise<ChannelClient> => {
    const link = await server.connect()
    links.push(link)
    expect((await link.login(name, ADMIN_PASSWORD)).fields.R).toBe('1')
    return link
  }

  it('[VCP-101] [VCP-102] [API1-42] D03 returns every field of the record with its defaults', async () => {
    const { deviceid, ...record } = await get()
    expect(deviceid).toBe('van')
    expect(Object.keys(record).sort()).toEqual(Object.keys(deviceSettingsSchema.shape).sort())
    expect(record).toMatchObject({ channel: 4, chmask: '1111', recplan: '1111', streamtype: '1111', talkch: 1 })
    expect(record).toMatchObject({ recenable: 0, recdays: 0, eventdays: 0, maxnetflow: 0, netlimit: 0, gpstzenable: 0 })
  })

  describe('D16', () => {
    const setOne = (name: string, value: string, link = admin, deviceId = 'bus') =>
      link.request('D16', { A: deviceId, N: name, V: value })

    it.each([
      ['recdays', '14', { recdays: 14 }],
      ['netlimit', '1,512000', { netlimit: 1, maxnetflow: 512_000 }],
      ['netlimit', '0', { netlimit: 0 }],
      ['plate', '007', { plate: '007' }],
      ['driver', '', { driver: '' }],
      ['recenable', '-1', { recenable: -1 }],
      ['maplocation', '24.5,121', { maplocation: '24.5,121' }],
      ['chmask', '1011', { chmask: '1011' }],
    ])('[API1-42] [VCP-117] [VCP-118] sets the parameter %s to "%s", and no other', async (name, value, change) => {
      const before = await get(admin, 'bus')
      expect((await setOne(name, value)).fields.R).toBe('1')
      expect(await get(admin, 'bus')).toEqual({ ...before, ...change })
    })

    it('[API1-42] refuses what is no parameter, no value of it, not there or not allowed, and changes nothing', async () => {
      const before = await get(admin, 'bus')
      const why = async (...asked: Parameters<typeof setOne>) => (await setOne(...asked)).fields
      for (const name of ['', 'planet', 'deviceid', '__proto__', 'constructor'])
        expect(await why(name, '1')).toMatchObject(failedMessage('unknown-parameter', { name }))
      expect(await why('recdays', '-1')).toMatchObject(
        failedMessage('invalid-field', { field: 'recdays', reason: 'is below 0' }),
      )
      expect(await why('recdays', 'many')).toMatchObject({ W: expect.stringMatching(/^recdays: /) })
      expect(await why('netlimit', '2,5')).toMatchObject({ W: expect.stringMatching(/^netlimit: /) })
      expect(await why('chmask', '10')).toMatchObject(
        failedMessage('record-conflict', { field: 'chmask', channels: 4 }),
      )
      expect(await why('recdays', '7', admin, 'nobody')).toMatchObject(failedMessage('unknown-device'))
      expect(await why('recdays', '7', await loginAs('plain'))).toMatchObject(failedMessage('permission-denied'))
      for (const name of ['second', 'nothing'])
        expect(await why('extid', 'x', await loginAs(name))).toMatchObject(failedMessage('permission-denied'))
      expect(await get(admin, 'bus')).toEqual(before)
    })
  })

  it('[VCP-103] [VCP-104] [SYNC-20] [API1-42] D04 changes the fields it is given, others keep their value, and the list has a new version', async () => {
    const before = await get()
    const { version } = await admin.list('Q03')
    await admin.request('Q11')
    const change = { driver: 'Lin "A" <b>', vehicleid: 'blue van', plate: 'KAA 123', extid: 'X-7', icon: 2 }
    const place = { maplocation: '24.5,-120.25', driverlicense: 'L99', chnames: 'Road,,Door', chsort: '3,1' }
    expect((await set({ ...change, ...place })).fields.R).toBe('1')
    expect(await get()).toEqual({ ...before, ...change, ...place })
    // The edit is a changed row, and changed extra information.
    const { rows, version: after } = await admin.list('Q04')
    expect(after).toBe(version + 1)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.slice(1, 3)).toEqual(['Lin "A" <b>', 'blue van'])
    expect(rows[0]?.slice(16)).toEqual(['24.5,-120.25', '2', '{"DL":"L99"}'])
    expect(JSON.parse((await admin.request('Q12')).text)).toEqual({
      van: { icon: 2, chsort: [3, 1], chnames: ['Road', '', 'Door'], plate: 'KAA 123', talkch: 1, extid: 'X-7' },
    })
    // What is as it was changes nothing.
    expect((await set(change)).fields.R).toBe('1')
    expect((await admin.list('Q04')).version).toBe(after)
  })

  it.each([
    [{ driver: 'x'.repeat(32) }, 'driver'],
    [{ recdays: 30_000 }, 'recdays'],
    [{ recdays: 1.5 }, 'recdays'],
    [{ recenable: 3 }, 'recenable'],
    [{ chmask: '11' }, 'chmask'],
    [{ chmask: '11a1' }, 'chmask'],
    [{ talkch: 5 }, 'talkch'],
    [{ chnames: 'Front,thirteen chars' }, 'chnames'],
    [{ chsort: '1,1' }, 'chsort'],
    [{ chsort: '5' }, 'chsort'],
    [{ maplocation: '91,0' }, 'maplocation'],
    [{ maplocation: 'here' }, 'maplocation'],
    [{ icon: 9 }, 'icon'],
    [{ channel: 65 }, 'channel'],
    [{ deviceid: 'other' }, 'deviceid'],
    [{ groupId: 1 }, 'groupId'],
    [{ __proto__x: 1 }, '__proto__x'],
    ['[]', 'payload'],
    ['{', 'payload'],
    ['null', 'payload'],
  ])('[VCP-104] %j refuses the whole change and says why', async (change, word) => {
    const before = await get()
    const both = typeof change === 'string' ? change : { extid: 'changed', ...change }
    const { fields } = await set(both)
    const rejected =
      word === 'payload' ? failedMessage('unreadable-record') : { R: '0', W: expect.stringContaining(word) }
    expect(fields).toMatchObject(rejected)
    if (word === 'deviceid') expect(fields).toMatchObject(failedMessage('unknown-field', { field: 'deviceid' }))
    expect(await get()).toEqual(before)
  })

  it('[VCP-104] another number of channels fits the rest of the record to it', async () => {
    await set({ chmask: '1011', streamtype: '0000', talkch: 4, chnames: 'a,b,c,d', chsort: '4,3' }, admin, 'bus')
    expect((await set({ channel: 2 }, admin, 'bus')).fields.R).toBe('1')
    const fitted = { channel: 2, chmask: '10', streamtype: '00', recplan: '11', talkch: 1, chnames: 'a,b', chsort: '' }
    expect(await get(admin, 'bus')).toMatchObject(fitted)
    expect((await set({ channel: 3, chmask: '001' }, admin, 'bus')).fields.R).toBe('1')
    expect(await get(admin, 'bus')).toMatchObject({ channel: 3, chmask: '001', streamtype: '001', recplan: '111' })
  })

  it('[RIGHT-076] a field needs its own flag: without it, the field is not returned and cannot be changed', async () => {
    const link = await loginAs('plain')
    const record = await get(link)
    for (const hidden of ['driver', 'driverlicense', 'recdays']) expect(record).not.toHaveProperty(hidden)
    expect(record).toHaveProperty('recenable')
    expect((await set({ extid: 'E', driver: 'x' }, link)).fields).toMatchObject(failedMessage('permission-denied'))
    expect(await get()).not.toMatchObject({ extid: 'E' })
    expect((await set({ extid: 'E' }, link)).fields.R).toBe('1')
  })

  it('[RIGHT-069] neither permission 2 nor a user without the flag reads or changes it, and a device that is not there is unknown', async () => {
    for (const name of ['second', 'nothing']) {
      const link = await loginAs(name)
      expect((await link.request('D03', { A: 'van' })).fields).toMatchObject(failedMessage('permission-denied'))
      expect((await set({ extid: 'F' }, link)).fields).toMatchObject(failedMessage('permission-denied'))
    }
    for (const reply of [await admin.request('D03', { A: 'nobody' }), await set({ extid: 'F' }, admin, 'nobody')]) {
      expect(reply.fields).toMatchObject(failedMessage('unknown-device'))
    }
  })
})
