import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../../test/databases/both-databases.ts'
import { createDirectoryChanges } from '../directory-changes.ts'
import { createRegistry } from './registry.ts'
import type { RegistryChange } from './registry.types.ts'

onBothDatabases('the registry', (databases) => {
  const clock = createManualClock()
  const van = { deviceId: 'van', channels: 4, recording: true, groups: [1] }

  it('finds a device by id and by key, notifies listeners after the commit, and finds it again after a restart', async () => {
    const database = await databases.open()
    const registry = await createRegistry({ database, clock, maxDevices: 10 })
    const changes: RegistryChange['kind'][] = []
    const subscription = registry.onChange(({ kind }) => changes.push(kind))
    const added = await registry.add(van)
    const device = registry.byId('van')
    expect(added).toEqual({ kind: 'added', device })
    expect(device).toMatchObject({ video: 'record-enabled', retentionDays: 0, utcOffsetMinutes: 480, talkChannel: 1 })
    expect(registry.byKey(device?.key ?? 0)).toBe(device)
    expect(registry.groups.contains(registry.groups.rootId, device?.groups[0] ?? 0)).toBe(true)
    subscription.close()
    await registry.add({ ...van, deviceId: 'bus', recording: false })
    expect(changes).toEqual(['added'])

    const again = await createRegistry({ database, clock, maxDevices: 10 })
    expect([...again.all()].map(({ deviceId }) => deviceId).sort()).toEqual(['bus', 'van'])
    expect(again.byId('van')).toEqual(device)
    expect(again.version).toBe(registry.version)
  })

  it('gives a key to one device for ever, also when many are added and removed at once', async () => {
    const registry = await createRegistry({ database: await databases.open(), clock, maxDevices: 100 })
    const ids = Array.from({ length: 20 }, (_, n) => `d${n}`)
    const before = registry.version
    await Promise.all(ids.map((deviceId) => registry.add({ ...van, deviceId })))
    const keys = new Map(ids.map((deviceId) => [deviceId, registry.byId(deviceId)?.key]))
    expect(new Set(keys.values()).size).toBe(20)
    expect(registry.version).toBe(before + 20)
    await Promise.all(ids.slice(0, 10).map((deviceId) => registry.remove(deviceId)))
    expect(registry.size).toBe(10)
    await registry.add({ ...van, deviceId: 'new' })
    expect([...keys.values()]).not.toContain(registry.byId('new')?.key)
    await registry.add({ ...van, deviceId: 'd0', channels: 1 })
    expect(registry.byId('d0')).toMatchObject({ key: keys.get('d0'), channels: [{ number: 1, enabled: true }] })
  })

  it('changes only what differs, reports it once with a new version, and stores who drove when', async () => {
    const database = await databases.open()
    const manual = createManualClock()
    const limit = { enforced: true, kbPerMonth: 1e12 }
    const registry = await createRegistry({ database, clock: manual, maxDevices: 10 })
    await registry.add(van)
    const changes: RegistryChange[] = []
    registry.onChange((change) => changes.push(change))
    const { key = 0 } = registry.byId('van') ?? {}
    const before = registry.version
    const startS = Math.floor(manual.nowMs() / 1000)
    expect(await registry.edit('van', () => ({ driver: 'Lin', trafficLimit: limit, video: 'record-planned' }))).toBe(
      'edited',
    )
    expect(await registry.edit('van', () => ({ driver: 'Lin', plate: '' }))).toBe('edited')
    expect(registry.version).toBe(before + 1)
    expect(changes).toEqual([{ of: 'device', kind: 'edited', device: registry.byId('van') }])
    manual.advance(60_000)
    // Each change sees what the one before it has left.
    await Promise.all(
      ['a', 'b', 'c'].map((letter) => registry.edit('van', ({ driver }) => ({ driver: `${driver}${letter}` }))),
    )
    expect(registry.byId('van')).toMatchObject({ driver: 'Linabc', trafficLimit: limit, video: 'record-planned' })
    await expect(
      registry.edit('van', () => {
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await registry.edit('nobody', () => ({}))).toBe('unknown')
    manual.advance(60_000)
    await registry.remove('van')
    expect(await registry.driverTerms(key, startS + 60)).toEqual([
      { sinceS: startS, driver: 'Lin' },
      { sinceS: startS + 60, driver: 'Linabc' },
    ])
    expect((await registry.driverTerms(key, startS + 120)).at(-1)).toEqual({ sinceS: startS + 120, driver: '' })
    const again = await createRegistry({ database, clock: manual, maxDevices: 10 })
    await again.add(van)
    expect(again.byId('van')).toMatchObject({ driver: '', trafficLimit: { kbPerMonth: 0 }, audio: 'multi-recorded' })
  })

  it('[M1] adds and moves groups, with a new version, and publishes to those who check access before those who keep state of devices', async () => {
    const database = await databases.open()
    const published = createDirectoryChanges()
    const registry = await createRegistry({ database, clock, maxDevices: 10, changes: published })
    const { rootId } = registry.groups
    const calls: string[] = []
    registry.onChange(({ kind }) => calls.push(kind))
    const subscription = published.subscribe('access', () => calls.push('access'))
    const add = async (parentId: number, name: string) => {
      const group = await registry.addGroup(parentId, name)
      if (typeof group === 'string') throw new Error('no such parent')
      return group.id
    }
    const north = await add(rootId, 'North')
    const inner = await add(north, 'Inner')
    const south = await add(rootId, 'South')
    const before = registry.version
    expect(registry.groups.contains(north, inner)).toBe(true)
    expect(await registry.changeGroup(inner, { parentId: south })).toBe('changed')
    expect([registry.groups.contains(north, inner), registry.groups.contains(south, inner)]).toEqual([false, true])
    expect(registry.version).toBe(before + 1)
    expect(await registry.changeGroup(south, { parentId: inner })).toBe('cycle')
    expect(await registry.changeGroup(rootId, { parentId: north })).toBe('cycle')
    expect(await registry.changeGroup(south, { parentId: south })).toBe('cycle')
    expect([
      await registry.changeGroup(99, { parentId: south }),
      await registry.changeGroup(south, { parentId: 99 }),
    ]).toEqual(['unknown', 'unknown'])
    expect(await registry.addGroup(99, 'Nowhere')).toBe('unknown')
    expect(calls).toEqual(['access', 'access', 'access', 'access'])
    await registry.add({ ...van, groups: [inner] })
    expect(calls.slice(4)).toEqual(['access', 'added'])
    subscription.close()
    await registry.changeGroup(inner, { parentId: north })
    expect(calls).toHaveLength(6)
    const again = await createRegistry({ database, clock, maxDevices: 10 })
    expect(again.groups.below(north).map(({ name }) => name)).toEqual(['North', 'Inner'])
    expect(again.version).toBe(registry.version)
  })

  it('keeps the groups of a device in their order, over a restart, and refuses groups that do not exist', async () => {
    const database = await databases.open()
    const registry = await createRegistry({ database, clock, maxDevices: 10 })
    await registry.add(van)
    const [north, south] = await Promise.all(['North', 'South'].map((name) => registry.addGroup(1, name)))
    if (typeof north !== 'object' || typeof south !== 'object') {
      throw new Error('no root group')
    }
    const changes: RegistryChange[] = []
    registry.onChange((change) => changes.push(change))
    const before = registry.version
    expect(await registry.setGroups('van', [south.id, north.id, south.id])).toBe('set')
    expect(await registry.setGroups('van', [south.id, north.id])).toBe('set')
    expect(changes).toEqual([{ of: 'device', kind: 'edited', device: registry.byId('van') }])
    expect(registry.version).toBe(before + 1)
    expect(
      await Promise.all([
        registry.setGroups('van', []),
        registry.setGroups('van', [north.id, 99]),
        registry.setGroups('nobody', [north.id]),
      ]),
    ).toEqual(['unknown', 'unknown', 'unknown'])
    await registry.edit('van', () => ({ plate: 'B 1' }))
    expect(registry.byId('van')).toMatchObject({ groups: [south.id, north.id], plate: 'B 1' })
    const again = await createRegistry({ database, clock, maxDevices: 10 })
    expect(again.byId('van')).toEqual(registry.byId('van'))
    expect(await again.setGroups('van', [north.id, south.id])).toBe('set')
    await again.remove('van')
    await again.add(van)
    expect(again.byId('van')?.groups).toEqual([1])
  })

  it('refuses what is there and what is too much, and removes only what is there', async () => {
    const registry = await createRegistry({ database: await databases.open(), clock, maxDevices: 1 })
    const results = await Promise.all([registry.add(van), registry.add(van), registry.add({ ...van, deviceId: 'bus' })])
    expect(results.map(({ kind }) => kind)).toEqual(['added', 'already-registered', 'full'])
    expect(await registry.remove('bus')).toBe('unknown')
    expect(await registry.remove('van')).toBe('removed')
    expect(await registry.remove('van')).toBe('unknown')
  })
})
