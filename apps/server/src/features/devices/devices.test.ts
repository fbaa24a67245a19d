import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingPath } from '@fleetglass/contract/device-settings'
import { decodeRow } from '@fleetglass/contract/devices'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { failedMessage } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

let server: TestServer
let admin: ChannelClient
let data: string
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  server = await startTestServer({ data })
  admin = await server.login()
})
afterEach(async () => {
  await admin.close()
  await server.close()
  rmSync(data, { recursive: true })
})
async function restart(): Promise<void> {
  await admin.close()
  await server.close()
  server = await startTestServer({ data })
  admin = await server.login()
}

/** Registers a device as an administrator. */
const add = (deviceId: string, fields: Record<string, string> = {}) => admin.request('D01', { A: deviceId, ...fields })
const idsOf = (list: { rows: string[][] }): (string | undefined)[] => list.rows.map(([id]) => id).sort()

/** Rows of the file, as group and user management will write them. */
function write(sql: string, ...values: unknown[]): Promise<unknown> {
  return changeDatabase(server, (file) => file.prepare(sql).run(...values))
}
function addUser(name: string, permission: number, groupId: number): Promise<unknown> {
  return write(
    `insert into users (name, password_hash, permission, group_id) select ?, password_hash, ?, ? from users where name = '${ADMIN}'`,
    name,
    permission,
    groupId,
  )
}
async function loginAs(name: string): Promise<ChannelClient> {
  const client = await server.connect()
  expect((await client.login(name, ADMIN_PASSWORD)).fields.R).toBe('1')
  return client
}

describe('registration', () => {
  it('[VCP-097] [VCP-098] D01 registers, with 4 channels and no recording by default', async () => {
    expect((await add('van-1')).fields).toMatchObject({ R: '1' })
    expect((await add('van-2', { C: '2', F: '1' })).fields).toMatchObject({ R: '1' })
    const { rows } = await admin.list('Q03')
    expect(rows.map((row) => [row[0], row[3], row[6]]).sort()).toEqual([
      ['van-1', '1111', '1'],
      ['van-2', '11', '1'],
    ])
    const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { readonly: true })
    const stored = file.prepare('select device_id, video from devices order by device_id').raw().all()
    file.close()
    expect(stored).toEqual([
      ['van-1', 'live-only'],
      ['van-2', 'record-enabled'],
    ])
  })

  it('[VCP-098] an id of 31 characters is taken, one that is there already is not, and neither is one over the licence', async () => {
    expect((await add('a'.repeat(31))).fields.R).toBe('1')
    expect((await add('a'.repeat(31))).fields).toMatchObject(failedMessage('device-registered'))
    const small = await startTestServer({ config: { maxLicence: 1 } })
    const client = await small.login()
    expect((await client.request('D01', { A: 'one' })).fields.R).toBe('1')
    expect((await client.request('D01', { A: 'two' })).fields).toMatchObject(failedMessage('licence-full', { most: 1 }))
    await client.close()
    await small.close()
  })

  it('[VCP-099] D02 removes; registered again the device has its old number, so its recordings are its own', async () => {
    const keyOf = (deviceId: string): unknown => {
      const file = new BetterSqlite3(join(server.data, 'fleetglass.sqlite'), { readonly: true })
      const key = file.prepare('select key from devices where device_id = ?').pluck().get(deviceId)
      file.close()
      return key
    }
    await add('van-1')
    const key = keyOf('van-1')
    expect((await admin.request('D02', { A: 'van-1' })).fields.R).toBe('1')
    expect((await admin.list('Q03')).rows).toEqual([])
    expect((await admin.request('D02', { A: 'van-1' })).fields.R).toBe('0')
    await add('van-2')
    expect(keyOf('van-2')).not.toBe(key)
    await add('van-1', { C: '8' })
    expect(keyOf('van-1')).toBe(key)
    expect((await admin.request('Q05', { A: 'van-1' })).text.split('\t')[3]).toBe('11111111')
  })

  it('[RIGHT-060] [RIGHT1-12] [RIGHT1-13] [VCP-024] only permission 0 adds and removes', async () => {
    await addUser('manager', 1, 1)
    const manager = await loginAs('manager')
    for (const code of ['D01', 'D02']) {
      expect((await manager.request(code, { A: 'van' })).fields).toMatchObject(failedMessage('permission-denied'))
    }
    await manager.close()
  })
})

describe('the lists', () => {
  it('[VCP-051] [VCP-053] [SYNC-11] an empty list is its end alone, with the version', async () => {
    const { rows, messages, version } = await admin.list('Q03')
    expect({ rows, messages }).toEqual({ rows: [], messages: 1 })
    expect(version).toBeGreaterThan(0)
  })

  it('[VCP-053] more than 200 rows come in several messages', async () => {
    const values = Array.from({ length: 450 }, (_, n) => `('d${n}', 0, 480, '', '', '', '', 0, 1, '')`)
    const columns =
      'device_id, retention_days, utc_offset_minutes, driver, memo, plate, external_id, icon, talk_channel, map_location'
    await write(`insert into devices (${columns}) values ${values.join(',')}`)
    await restart()
    const list = await admin.list('Q03')
    expect(list.messages).toBe(4)
    expect(new Set(idsOf(list)).size).toBe(450)
  })

  it('[SYNC-20] the version rises when a device is registered or removed, and is kept over a restart', async () => {
    const first = (await admin.list('Q03')).version
    await add('van-1')
    const second = (await admin.list('Q04')).version
    await admin.request('D02', { A: 'van-1' })
    const third = (await admin.list('Q04')).version
    expect(second).toBeGreaterThan(first)
    expect(third).toBeGreaterThan(second)
    await restart()
    expect((await admin.list('Q03')).version).toBe(third)
  })

  it('[VCP-052] [VCP-093] [VCP-094] [SYNC-19] a device that comes, reports and goes is in the changed rows until the list with its change is sent', async () => {
    await add('13812345678')
    await admin.list('Q03')
    expect((await admin.list('Q04')).rows).toEqual([])

    const device = await DeviceClient.tcp(server.ports.signalling, '13812345678')
    await device.login()
    const timeS = Math.floor(Date.now() / 1000)
    device.send(positionMessage(timeS, { lngE6: -120_528_500, statusBits: 0b1011 }))
    const row = await until('the position is in the row', async () => {
      const [columns] = (await admin.list('Q04')).rows
      return columns?.[9] ? columns : null
    })
    expect(row).toHaveLength(19)
    expect(row.slice(0, 9)).toEqual([
      '13812345678',
      '',
      '',
      '1111',
      '1',
      expect.stringMatching(/^\d{10}$/),
      '1',
      '0',
      '8',
    ])
    expect(row[9]).toBe(`${timeS},24.0786,-120.5285,45.5,90`)
    const read = decodeRow(row.join('\t'))
    expect(read.ok && read.value).toMatchObject({ online: true, registered: true, recording: false, icon: 0 })

    await device.close()
    const gone = await until('the device is offline', async () => {
      const [columns] = (await admin.list('Q04')).rows
      return columns?.[4] === '0' ? columns : null
    })
    expect(gone[0]).toBe('13812345678')
    // What ends with the connection may change the row once more.
    await until('no further row is reported', async () => (await admin.list('Q04')).rows.length === 0)
    expect((await admin.list('Q03')).rows[0]?.[4]).toBe('0')
  })

  it('[SYNC-19] a link that has not received a list yet receives every device', async () => {
    await add('van-1')
    const client = await server.login()
    expect(idsOf(await client.list('Q04'))).toEqual(['van-1'])
    await client.close()
  })

  it('[SYNC-22] [VCP-080] permission 0 sees a device that no user registered, while it is online', async () => {
    const device = await DeviceClient.tcp(server.ports.signalling, '13900000001')
    await device.login()
    const row = await until('it is listed', async () => (await admin.list('Q03')).rows[0] ?? null)
    expect([row[0], row[4], row[6]]).toEqual(['13900000001', '1', '0'])
    expect((await admin.request('Q05', { A: '13900000001' })).text.split('\t')[6]).toBe('0')
    await addUser('manager', 1, 1)
    const manager = await loginAs('manager')
    expect((await manager.list('Q03')).rows).toEqual([])
    expect((await manager.request('Q05', { A: '13900000001' })).fields.R).toBe('0')
    await manager.close()
    await device.close()
    await until('it is gone', async () => (await admin.list('Q03')).rows.length === 0)
  })

  it('[VCP-054] [VCP-055] [VCP-056] Q05 answers one row without an end, and refuses what is not there', async () => {
    await add('van-1')
    const { fields, text } = await admin.request('Q05', { A: 'van-1' })
    expect(fields.R).toBe('1')
    expect(text.split('\t')).toHaveLength(19)
    expect((await admin.request('Q05', { A: 'van-2' })).fields).toMatchObject(failedMessage('unknown-device'))
    expect((await admin.request('Q05')).fields.R).toBe('0')
  })

  it('[VCP-047] [VCP-048] [VCP-049] [VCP-050] Q11 returns the six fields of every device, Q12 of those that changed since', async () => {
    await add('van-1')
    await add('van-2')
    const info = { icon: 0, chsort: [], chnames: [], plate: '', talkch: 1, extid: '' }
    expect(JSON.parse((await admin.request('Q11')).text)).toEqual({ 'van-1': info, 'van-2': info })
    expect(JSON.parse((await admin.request('Q12')).text)).toEqual({})
    await add('van-3')
    expect(JSON.parse((await admin.request('Q12')).text)).toEqual({ 'van-3': info })
    expect(JSON.parse((await admin.request('Q12')).text)).toEqual({})
    const fresh = await server.login()
    expect(Object.keys(JSON.parse((await fresh.request('Q12')).text))).toHaveLength(3)
    await fresh.close()
  })

  it('[VCP-050] Q12 reports an edited device once on each connection', async () => {
    await add('van-1')
    await add('van-2')
    const second = await server.login()
    const extraInfo = async (link: ChannelClient, code: 'Q11' | 'Q12') => JSON.parse((await link.request(code)).text)
    for (const link of [admin, second]) expect(Object.keys(await extraInfo(link, 'Q11'))).toEqual(['van-1', 'van-2'])
    const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
    const body = { ...credentials, deviceid: 'van-2', changed: { plate: 'KAB-1207' } }
    expect((await callHttp(server, 'PUT', settingPath, { body })).body).toMatchObject({ hasError: false })
    for (const link of [admin, second]) {
      expect(await extraInfo(link, 'Q12')).toEqual({ 'van-2': expect.objectContaining({ plate: 'KAB-1207' }) })
      expect(await extraInfo(link, 'Q12')).toEqual({})
    }
    await second.close()
  })

  it('[SYNC-22] [VCP-050] [VCP-056] others see the devices of their group and of the groups below it, and no others', async () => {
    await write(`insert into groups (id, parent_id, name) values (2, 1, 'North'), (3, 2, 'North 1'), (4, 1, 'South')`)
    for (const deviceId of ['root', 'north', 'north-1', 'south']) await add(deviceId)
    for (const [deviceId, group] of [
      ['north', 2],
      ['north-1', 3],
      ['south', 4],
    ] as const) {
      const ofDevice = 'device_key = (select key from devices where device_id = ?)'
      await write(`update device_groups set group_id = ? where ${ofDevice}`, group, deviceId)
    }
    await addUser('north', 1, 2)
    // Groups are written beside the running server here, so it starts again to know them.
    await restart()
    const client = await loginAs('north')
    expect(idsOf(await client.list('Q03'))).toEqual(['north', 'north-1'])
    expect(Object.keys(JSON.parse((await client.request('Q11')).text)).sort()).toEqual(['north', 'north-1'])
    expect((await client.request('Q05', { A: 'north-1' })).fields.R).toBe('1')
    for (const foreign of ['root', 'south']) {
      expect((await client.request('Q05', { A: foreign })).fields).toMatchObject(failedMessage('unknown-device'))
    }
    expect(idsOf(await admin.list('Q03'))).toEqual(['north', 'north-1', 'root', 'south'])
    await client.close()
  })
})
