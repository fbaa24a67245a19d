import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../../test/databases/both-databases.ts'
import type { Database } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/log/index.ts'
import { createDeviceCodes } from './device-codes.ts'
import { createRegistry } from './registry.ts'

const DEVICES = 700
const ADDRESS = '192.0.2.1'
const silent = createLog('silent', { write: () => undefined })

async function codesOn(database: Database) {
  const clock = createManualClock()
  const registry = await createRegistry({ database, clock, maxDevices: DEVICES })
  return { registry, codes: await createDeviceCodes({ clock, log: silent, database, registry, mode: 'first-use' }) }
}

async function addDevices({ registry }: Awaited<ReturnType<typeof codesOn>>, count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, (_, n) => `d${n}`)
  await Promise.all(ids.map((deviceId) => registry.add({ deviceId, channels: 1, recording: false, groups: [1] })))
  return ids.map((id) => registry.byId(id)?.key ?? 0)
}

onBothDatabases('codes of a fleet', (databases) => {
  it('[H5] that registers at once are all on disk when they were given and when they were shown', async () => {
    const database = await databases.open()
    const site = await codesOn(database)
    const { codes, registry } = site
    const keys = await addDevices(site, DEVICES)
    const codeOf = new Map(keys.map((key) => [key, codes.make(String(key))]))
    const by = { address: ADDRESS, isProven: false }
    const given = keys.map((key) => codes.give(key, codeOf.get(key)!, by))
    // One that is removed meanwhile costs no other its code.
    const removed = registry.remove('d9')
    expect(await Promise.all(given)).not.toContain(false)
    expect(await removed).toBe('removed')
    const [first, second, third] = keys as [number, number, number]
    const shown = (key: number, address = ADDRESS) => ({ code: codeOf.get(key)!, terminalId: String(key), address })
    const present = keys.filter((_, n) => n !== 9)
    const isRight = await Promise.all(present.slice(1).map((key) => codes.show(key, shown(key))))
    expect(isRight).not.toContain(false)
    await codes.reset(third)

    const { codes: again } = await codesOn(database)
    expect(present.filter((key) => !again.isUsed(key))).toEqual([first, third])
    expect(await again.show(first, shown(first))).toBe(true)
    // From elsewhere the code is required of it, and no new one is given.
    const elsewhere = { address: '198.51.100.7', isProven: false }
    expect(await again.give(second, again.make('2'), elsewhere)).toBe(false)
    expect(await again.show(second, { ...shown(first), address: elsewhere.address })).toBe(false)
    expect(await again.show(second, shown(second, elsewhere.address))).toBe(true)
  })

  it('[H5] a code that could not be written counts for nothing', async () => {
    const database = await databases.open()
    const site = await codesOn(database)
    const [key = 0] = await addDevices(site, 1)
    const code = site.codes.make('1')
    await site.codes.give(key, code, { address: ADDRESS, isProven: false })
    await database.close()
    await expect(site.codes.show(key, { code, terminalId: '1', address: ADDRESS })).rejects.toThrow()
    expect(site.codes.isUsed(key)).toBe(false)
  })

  it('[H5] a device whose further registrations could not be written is as protected as before', async () => {
    const database = await databases.open()
    const site = await codesOn(database)
    const [key = 0] = await addDevices(site, 1)
    const code = site.codes.make('1')
    const by = { address: ADDRESS, isProven: false }
    await site.codes.give(key, code, by)
    expect(await site.codes.show(key, { code, terminalId: '1', address: ADDRESS })).toBe(true)
    await database.close()
    // The first of them is being written when the second one comes.
    const first = site.codes.give(key, site.codes.make('1'), by)
    await Promise.resolve().then(() => undefined)
    const second = site.codes.give(key, site.codes.make('1'), by)
    await expect(first).rejects.toThrow()
    await expect(second).rejects.toThrow()
    expect(site.codes.requires(key)).toBe(true)
    expect(await site.codes.show(key, { code, terminalId: '1', address: ADDRESS })).toBe(true)
  })

  it('[H5] between a further registration and its authentication a device is as protected as before', async () => {
    const database = await databases.open()
    const { codes, ...site } = await codesOn(database)
    const [key = 0] = await addDevices({ codes, ...site }, 1)
    const elsewhere = '198.51.100.7'
    const give = (code: string, address: string) => codes.give(key, code, { address, isProven: false })
    const show = (code: string, address: string) => codes.show(key, { code, terminalId: '1', address })
    const [first, second, unknown] = [codes.make('1'), codes.make('1'), codes.make('1')]
    await give(first, ADDRESS)
    expect(await show(first, ADDRESS)).toBe(true)
    expect(await give(second, ADDRESS)).toBe(true)
    expect(codes.requires(key)).toBe(true)
    // The code that an unknown sender receives is sealed too, and is not valid.
    expect(await give(unknown, elsewhere)).toBe(false)
    expect(await show(unknown, elsewhere)).toBe(false)
    // The device may not have got the answer.
    expect(await show(first, ADDRESS)).toBe(true)
    expect(await give(second, ADDRESS)).toBe(true)
    expect(await show(second, elsewhere)).toBe(true)
  })

  it('[H5] a code that was shown before addresses were stored protects its device', async () => {
    const database = await databases.open()
    const [key = 0] = await addDevices(await codesOn(database), 1)
    const row = { device_key: key, code_hash: '00'.repeat(32), given_s: 1, used_s: 2, address: '' }
    await database.tables<{ device_codes: typeof row }>().insertInto('device_codes').values(row).execute()
    const { codes } = await codesOn(database)
    expect(codes.requires(key)).toBe(true)
    expect(await codes.give(key, codes.make('1'), { address: ADDRESS, isProven: false })).toBe(false)
  })
})
