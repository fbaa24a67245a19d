import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { createInProcessBus } from '../../platform/bus/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createDirectory } from './directory.ts'
import type { DirectoryChange } from './directory-changes.ts'

onBothDatabases('the directory', (databases) => {
  const clock = createManualClock()
  const onError = (error: unknown): void => {
    throw error
  }
  const start = async () => {
    const database = await databases.open()
    const bus = createInProcessBus({ clock, onError })
    return {
      bus,
      database,
      directory: await createDirectory({ database, clock, log: createLog('silent'), bus, maxDevices: 10 }),
    }
  }
  const ann = {
    name: 'ann',
    passwordHash: 'hash',
    permission: 2,
    groupId: 'root',
    expiresS: null,
    mapLocation: '',
    external: null,
  } as const

  it('publishes every change of devices, groups, accounts and permissions once, after it is stored', async () => {
    const { directory } = await start()
    const { registry, accounts, permissions, changes } = directory
    const published: string[] = []
    const subscription = changes.subscribe('state', (all) => {
      published.push(all.map((change) => `${change.of} ${change.kind} ${subjectOf(change)}`).join(', '))
    })
    const north = await registry.addGroup(1, 'North')
    if (typeof north === 'string') throw new Error('no root group')
    for (const deviceId of ['van', 'bus']) {
      await registry.add({ deviceId, channels: 1, recording: false, groups: [1] })
    }
    await registry.editAll(['van', 'bus'], () => ({ icon: 3 }))
    expect(await registry.setGroups('van', [north.id, 1])).toBe('set')
    await registry.remove('bus')
    expect(await accounts.add(ann)).toBe('added')
    expect(await accounts.add(ann)).toBe('taken')
    expect(await accounts.edit('ann', { groupId: north.id })).toBe('edited')
    expect(await permissions.saveAccess({ permissions: [{ id: 2, access: '101' }] })).toBe(null)
    expect(await accounts.find('ann')).toMatchObject({ access: `101${'0'.repeat(74)}`, groupId: north.id })
    const { id = 0 } = (await accounts.find('ann')) ?? {}
    expect(await accounts.replacePassword(id, { from: 'hash', to: 'new' })).toBe(true)
    accounts.loggedOut(id)
    expect(await accounts.remove('ann')).toBe('removed')
    expect([
      await accounts.edit('ann', {}),
      await accounts.remove('ann'),
      await permissions.saveAccess({ permissions: [{ id: 99, access: '' }] }),
      await accounts.replacePassword(id, { from: 'new', to: 'newer' }),
    ]).toEqual(['unknown', 'unknown', { kind: 'unknown', id: 99 }, false])
    subscription.close()
    await registry.remove('van')
    expect(published).toEqual([
      'group added North',
      'device added van',
      'device added bus',
      'device edited van, device edited bus',
      'device edited van',
      'device removed bus',
      `account added ${id}`,
      `account edited ${id}`,
      `permission edited 2 of ${id}`,
      `account edited ${id}`,
      `account logged-out ${id}`,
      `account removed ${id}`,
    ])
    await directory.close()
  })

  it('calls indexes first, then those who check access, then those who keep state of devices', async () => {
    const { directory } = await start()
    const called: string[] = []
    for (const stage of ['state', 'access', 'index'] as const) {
      directory.changes.subscribe(stage, () => called.push(stage))
    }
    await directory.registry.add({ deviceId: 'van', channels: 1, recording: false, groups: [1] })
    expect(called).toEqual(['index', 'access', 'state'])
  })

  it('receives changes of accounts from every server on the bus, until it is closed', async () => {
    const { directory, bus, database } = await start()
    const other = await createDirectory({ database, clock, log: createLog('silent'), bus, maxDevices: 10 })
    const received: string[] = []
    other.changes.subscribe('access', (all) => {
      received.push(...all.map((change) => `${change.of} ${change.kind}`))
    })
    await directory.accounts.add(ann)
    await directory.permissions.saveAccess({ permissions: [{ id: 2, access: '11' }] })
    directory.permissions.readAgain()
    await other.close()
    await directory.accounts.remove('ann')
    expect(received).toEqual(['account added', 'permission edited', 'rights read-again'])
  })
})

function subjectOf(change: DirectoryChange): string {
  switch (change.of) {
    case 'device':
      return change.device.deviceId
    case 'group':
      return change.group.name
    case 'account':
      return String(change.accountId)
    case 'permission':
      return `${change.permission} of ${change.accountIds.join(' and ')}`
    case 'rights':
      return 'of all'
  }
}
