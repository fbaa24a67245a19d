import { expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock/index.ts'
import { openDatabase } from '../../src/platform/database/index.ts'
import { createRegistry } from '../../src/services/directory/index.ts'
import { onBothDatabases } from '../../test/databases/both-databases.ts'
import { migrations } from '../index.ts'

onBothDatabases('the step to several groups of a device', (databases) => {
  const onFailure = (error: Error): void => {
    throw error
  }

  it('keeps the group that each device had, and the root group for those of which no group is known', async () => {
    const location = await databases.location()
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0019-device-groups'),
    )
    const old = await openDatabase({ location, migrations: before, clock: systemClock, onFailure })
    const db = old.tables<{ groups: object; devices: object }>()
    await db
      .insertInto('groups')
      .values([{ parent_id: 1, name: 'North' }])
      .execute()
    const texts = ['recplan', 'driver', 'vehicleid', 'plate', 'extid', 'chnames', 'chsort', 'maplocation']
    const device = (device_id: string, group_id: number, removed_s: number | null = null) => ({
      ...Object.fromEntries(texts.map((name) => [name, ''])),
      device_id,
      group_id,
      removed_s,
      channels: 1,
      chmask: '1',
      recenable: 0,
      streamtype: '1',
      recdays: 0,
      utc_offset_minutes: 480,
      icon: 0,
      talkch: 1,
    })
    await db
      .insertInto('devices')
      .values([device('at root', 1), device('in north', 2), device('removed', 2, 5)])
      .execute()
    await old.close()

    const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
    const registry = await createRegistry({ database, clock: systemClock, maxDevices: 10 })
    const groupsOf = [...registry.all()].map(({ deviceId, groups }) => [deviceId, groups])
    expect(Object.fromEntries(groupsOf)).toEqual({ 'at root': [1], 'in north': [2] })
    await registry.add({ deviceId: 'removed', channels: 1, recording: false, groups: [1] })
    expect(registry.byId('removed')).toMatchObject({ key: 3, groups: [1] })
    await database.tables<{ device_groups: object }>().deleteFrom('device_groups').execute()
    const again = await createRegistry({ database, clock: systemClock, maxDevices: 10 })
    expect(again.byId('in north')?.groups).toEqual([1])
    await database.close()
  })
})
