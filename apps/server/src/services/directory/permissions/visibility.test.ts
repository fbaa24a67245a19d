import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../../migrations/index.ts'
import { type Database, openDatabase } from '../../../platform/database/index.ts'
import { createRegistry, type Registry } from '../devices/registry.ts'
import type { DeviceGroup } from '../devices/registry.types.ts'
import { createDirectoryChanges } from '../directory-changes.ts'
import { createVisibility, type Visibility } from './visibility.ts'

const folder = mkdtempSync(join(tmpdir(), 'fleetglass-visibility-'))
const clock = createManualClock()
let database: Database
let registry: Registry
let visibility: Visibility
let [root, north, inner, south] = [0, 0, 0, 0]

beforeAll(async () => {
  const onFailure = (error: Error): void => {
    throw error
  }
  database = await openDatabase({ location: join(folder, 'fleet.sqlite'), migrations, clock, onFailure })
  const changes = createDirectoryChanges()
  registry = await createRegistry({ database, clock, maxDevices: 10, changes })
  root = registry.groups.rootId
  const group = async (parentId: number, name: string) => ((await registry.addGroup(parentId, name)) as DeviceGroup).id
  north = await group(root, 'north')
  inner = await group(north, 'inner')
  south = await group(root, 'south')
  const places = Object.entries({ 'at root': root, 'in north': north, 'in inner': inner, 'in south': south })
  for (const [deviceId, groupId] of places)
    await registry.add({ deviceId, channels: 1, recording: false, groups: [groupId] })
  visibility = createVisibility({ registry, changes })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const account = (groupId: number, permission = 2) => ({ id: 1, name: 'ann', access: '', groupId, permission })
/** Ids of the devices that an account sees, asked in both ways. */
const seenBy = (who: ReturnType<typeof account>): string[] => {
  const ids = [...registry.all()].filter((device) => visibility.sees(who, device)).map(({ deviceId }) => deviceId)
  expect([...registry.all()].filter(({ deviceId }) => visibility.device(who, deviceId)).length).toBe(ids.length)
  return ids.sort()
}

describe('which devices exist for an account', () => {
  it('[RIGHT-076] those of its group and of the groups below it, and none beside or above', () => {
    expect(seenBy(account(north))).toEqual(['in inner', 'in north'])
    expect(seenBy(account(inner))).toEqual(['in inner'])
    expect(seenBy(account(south))).toEqual(['in south'])
    expect(seenBy(account(root))).toHaveLength(4)
  })

  it('a device in several groups is there for each of them, until it leaves the last that the account sees', async () => {
    await registry.setGroups('in south', [south, inner])
    expect(seenBy(account(south))).toEqual(['in south'])
    expect(seenBy(account(north))).toEqual(['in inner', 'in north', 'in south'])
    await registry.setGroups('in south', [inner])
    expect(seenBy(account(south))).toEqual([])
    await registry.setGroups('in south', [south])
    expect(seenBy(account(north))).toEqual(['in inner', 'in north'])
  })

  it('permission 0 sees all of them, whatever its group', () => {
    expect(seenBy(account(south, 0))).toHaveLength(4)
    expect(visibility.device(account(south, 0), 'in north')).toBe(registry.byId('in north'))
  })

  it('[RIGHT-076] one of others is not there, as one that does not exist', () => {
    expect(visibility.device(account(south), 'in north')).toBe(undefined)
    expect(visibility.device(account(south), 'nowhere')).toBe(undefined)
    expect(visibility.device(account(south, 0), 'nowhere')).toBe(undefined)
  })

  it('all of them to permission 0 and to the root group; devices that nobody registered to permission 0 alone', () => {
    const accounts = [account(south, 0), account(root), account(south), account(north, 1)]
    expect(accounts.map((one) => visibility.seesAll(one))).toEqual([true, true, false, false])
    expect(accounts.map((one) => visibility.seesUnregistered(one))).toEqual([true, false, false, false])
  })

  it('accounts of one audience see the same, and those who see different devices are of different ones', () => {
    const audience = (groupId: number, permission?: number) => visibility.audience(account(groupId, permission))
    expect(audience(north, 0)).toBe(audience(south, 0))
    expect(audience(north, 3)).toBe(audience(north, 1))
    expect(new Set([audience(north, 0), audience(north), audience(south), audience(inner)]).size).toBe(4)
  })

  it('follow a device and a group that are moved, and listeners are notified until they close', async () => {
    let changes = 0
    const listening = visibility.onChange(() => {
      changes += 1
    })
    await registry.setGroups('in south', [inner])
    expect(seenBy(account(south))).toEqual([])
    expect(seenBy(account(north))).toEqual(['in inner', 'in north', 'in south'])
    await registry.changeGroup(inner, { parentId: south })
    expect(seenBy(account(south))).toEqual(['in inner', 'in south'])
    expect(changes).toBe(2)
    listening.close()
    await registry.setGroups('in south', [south])
    expect(changes).toBe(2)
  })
})
