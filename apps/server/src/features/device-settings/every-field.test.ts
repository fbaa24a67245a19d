// Each field of the record with the values that it takes and some that it refuses, as every endpoint of the server reports it.
import { type accessFlags, fullAccess, withoutFlags } from '@fleetglass/contract/access'
import {
  type DeviceSettings,
  deviceSettingsSchema,
  type SettingField,
  settingPath,
} from '@fleetglass/contract/device-settings'
import { recordSettingsPath } from '@fleetglass/contract/recording-settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

/** The flag of each field: its name, but for those that share one. */
const sharedFlags: Partial<Record<SettingField, string>> = {
  driverlicense: 'driver',
  plate: 'vehicleid',
  maxnetflow: 'netlimit',
}
const flagOf = (field: SettingField) => `F_lmdvrs_${sharedFlags[field] ?? field}` as (typeof accessFlags)[number]
const fields = Object.keys(deviceSettingsSchema.shape) as SettingField[]
const flags = [...new Set(fields.map(flagOf))]

/** Fields that the list of recording settings has too. */
const listed: readonly string[] = [
  ...['extid', 'driver', 'vehicleid', 'channel', 'streamtype', 'chmask'],
  ...['recenable', 'recdays', 'recaudio', 'netlimit', 'maxnetflow'],
]

describe('every field of the record', () => {
  let server: TestServer
  let admin: ChannelClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    await admin.request('D01', { A: 'van', C: '4' })
  })
  afterAll(async () => {
    await admin.close()
    await server.close()
  })
  const call = (method: string, path: string, body: object = {}, username = ADMIN) =>
    callHttp(server, method, path, { body: { username, password: sha256(ADMIN_PASSWORD), ...body } })
  const put = async (changed: object) => (await call('PUT', settingPath, { deviceid: 'van', changed })).body
  const record = async () => JSON.parse((await admin.request('D03', { A: 'van' })).text)

  /** What the three endpoints that report the field say of it: one value, when they agree. */
  async function reported(field: string): Promise<unknown> {
    const loaded = (await call('POST', settingPath, { deviceid: 'van' })).body
    const rows = (await call('POST', recordSettingsPath)).body as unknown as readonly Record<string, unknown>[]
    const all = [(await record())[field], loaded[field], ...(listed.includes(field) ? [rows[0]?.[field]] : [])]
    return new Set(all).size === 1 ? all[0] : all
  }
  async function takes<Field extends SettingField>(field: Field, ...values: DeviceSettings[Field][]): Promise<void> {
    for (const value of values) {
      expect({ field, value, ...(await put({ [field]: value })) }).toMatchObject({ hasError: false })
      expect({ field, value: await reported(field) }).toEqual({ field, value })
    }
  }
  async function refuses(field: SettingField, ...values: unknown[]): Promise<void> {
    const before = await record()
    for (const value of values) {
      const failure = { hasError: true, message: expect.stringContaining(field) }
      expect({ value, ...(await put({ [field]: value })) }).toMatchObject({ value, ...failure })
      const { fields } = await admin.request('D04', { A: 'van' }, JSON.stringify({ [field]: value }))
      expect({ value, ...fields }).toMatchObject({ R: '0', W: expect.stringContaining(field) })
    }
    expect(await record()).toEqual(before)
  }

  it('[SDEV-17] takes each number of channels that the editor offers', async () => {
    await takes('channel', 1, 2, 3, 8, 12, 16, 20, 36, 64, 4)
    await refuses('channel', 0, 65, 1.5)
  })

  it.each([
    ['SDEV-18', 'extid'],
    ['SDEV-19', 'driver'],
    ['SDEV-20', 'vehicleid'],
  ] as const)('[%s] stores %s with up to 31 characters, and refuses 32', async (_, field) => {
    await takes(field, 'x'.repeat(31), '𠮷'.repeat(31), '')
    await refuses(field, 'x'.repeat(32), '𠮷'.repeat(32), 7)
  })

  it('[SDEV-21] [SDEV-54] stores a map location of at most 63 characters that is empty or a place on the earth', async () => {
    const long = `24.${'1'.repeat(56)},120`
    expect(long).toHaveLength(63)
    await takes('maplocation', '24.08,120.54', '90,-180', '-90,180', long, '')
    await refuses('maplocation', long.replace('24.', '24.1'), '90.1,0', '0,-180.1', '24', 'here', '1,2,3')
  })

  it.each([
    ['[SDEV-22]', 'streamtype'],
    ['[SDEV-23]', 'chmask'],
    ['[SDEV-24]', 'recplan'],
  ] as const)('%s [REC-04] stores %s as one 0 or 1 a channel', async (_, field) => {
    await takes(field, '1010', '0001', '1111')
    await refuses(field, '101', '10101', '1012', '1 01', '', 1010)
  })

  it('[SDEV-25] stores the seconds between two video losses', async () => {
    await takes('videolossinterval', 1, 45, 86_400, 0)
    await refuses('videolossinterval', -1, 0.5, '45', 86_401)
  })

  it('[SDEV-26] [REC-05] stores -1, 0, 1 and 2 of recenable, and no other value', async () => {
    await takes('recenable', -1, 1, 2, 0)
    await refuses('recenable', -2, 3, '1')
  })

  it('[SDEV-27] [SDEV-28] stores record days from 1 to 29999, and 0 for the default', async () => {
    await takes('recdays', 1, 29_999, 0)
    await refuses('recdays', -1, 30_000, 1.5)
  })

  it('[SDEV-29] [REC-06] stores -1 to 3 of recaudio, and no other value', async () => {
    await takes('recaudio', -1, 0, 1, 2, 3)
    await refuses('recaudio', -2, 4, '1')
  })

  it('[SDEV-30] [SDEV-31] [SDEV-32] stores names of up to 12 characters between commas, one a channel', async () => {
    await takes('chnames', 'Road,Door,,Rear', 'twelve chars,𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷', '')
    // A comma inside the fourth name makes it two.
    await refuses('chnames', 'thirteen char', 'a,thirteen char', 'a,b,c,Left,Right')
  })

  it('[SDEV-33] stores the order as channel numbers between commas', async () => {
    await takes('chsort', '4,2,1,3', '3', '')
    await refuses('chsort', '5', '1,1', '0', '1,,2', 'a')
  })

  it('[SDEV-34] [SDEV-36] [REC-07] [REC-08] stores the limit in whole KB, and its flag as 0 or 1', async () => {
    await takes('maxnetflow', 1, 1025, 0)
    await refuses('maxnetflow', -1, 0.5, '1')
    await takes('netlimit', 1, 0)
    await refuses('netlimit', 2, -1, '1')
  })

  it('[SDEV-37] stores the days of events, and 0 for the default', async () => {
    await takes('eventdays', 1, 365, 29_999, 0)
    await refuses('eventdays', -1, 30_000)
  })

  it('[SDEV-04] [SDEV-44] a field is shown to and taken from only those with its own flag', async () => {
    const before = await record()
    // Five accounts distinguish all flags: no two flags are missing in the same of them, and each is missing in one.
    expect(flags.length).toBeLessThan(2 ** 5)
    for (const bit of [0, 1, 2, 3, 4]) {
      const missing = flags.filter((_, at) => (((at + 1) >> bit) & 1) === 1)
      // The rights of an account are cached: another set of flags needs another account.
      const user = `without-${bit}`
      await addUsers(server, { name: user, permission: 1, access: withoutFlags(fullAccess, missing) })
      const hidden = fields.filter((field) => missing.includes(flagOf(field)))
      const shown = fields.filter((field) => !hidden.includes(field))
      const { body } = await call('POST', settingPath, { deviceid: 'van' }, user)
      expect(Object.keys(body).sort()).toEqual(['deviceid', ...shown].sort())
      const save = async (...names: SettingField[]) => {
        const changed = Object.fromEntries(names.map((name) => [name, before[name]]))
        return (await call('PUT', settingPath, { deviceid: 'van', changed }, user)).status
      }
      expect(await save(...shown)).toBe(200)
      for (const field of hidden) expect({ field, status: await save(field) }).toEqual({ field, status: 403 })
    }
  })
})
