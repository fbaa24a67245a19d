import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { type ChannelTable, type DeviceTable, toChannelRows, toColumns, toDevice } from './device-columns.ts'
import type { DeviceGroup, DriverTerm, RegisteredDevice, Settings } from './registry.types.ts'

interface Tables {
  devices: DeviceTable
  device_channels: ChannelTable
  device_list: { id: number; version: number }
  device_drivers: { device_key: number; since_s: number; driver: string }
  groups: { id: number; parent_id: number | null; name: string }
  device_groups: { device_key: number; position: number; group_id: number }
  users: { id: number; group_id: number }
}

export interface DeviceEdit {
  /** As it is before the change. */
  readonly device: RegisteredDevice
  readonly change: Partial<Settings>
  /** Left out: they stay. */
  readonly groups?: readonly number[]
}

export type GroupEdit = Partial<Pick<DeviceGroup, 'parentId' | 'name'>>

/** The rows of the registry. Every change raises the version of the list in the same transaction. */
export interface RegistryStore {
  load(): Promise<{ devices: RegisteredDevice[]; version: number }>
  groups(): Promise<DeviceGroup[]>
  /** A device that was registered before gets its old key back, with new settings and groups. */
  add(
    deviceId: string,
    settings: Settings,
    groups: readonly number[],
  ): Promise<{ device: RegisteredDevice; version: number }>
  /** Changes settings, all or none; another driver begins a term at `nowS`. Answers the devices in the order of the changes. */
  edit(edits: readonly DeviceEdit[], nowS: number): Promise<{ devices: RegisteredDevice[]; version: number }>
  remove(key: number, removedS: number): Promise<{ version: number }>
  /** The groups as they are afterwards. */
  addGroup(parentId: number, name: string): Promise<{ group: DeviceGroup; groups: DeviceGroup[]; version: number }>
  /** Moves or renames one. */
  editGroup(id: number, change: GroupEdit): Promise<{ group: DeviceGroup; groups: DeviceGroup[]; version: number }>
  /** Removes a group without children; its devices are put into the groups of `edits`. The number of its users when it has any: it stays. */
  removeGroup(
    id: number,
    edits: readonly DeviceEdit[],
    nowS: number,
  ): Promise<{ devices: RegisteredDevice[]; groups: DeviceGroup[]; version: number } | { users: number }>
  /** Who drove a device when, up to a time, oldest first. */
  driverTerms(key: number, untilS: number): Promise<DriverTerm[]>
}

export function createRegistryStore(database: Database): RegistryStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('devices').selectAll().where('removed_s', 'is', null).execute()
      const [channels, groups] = [await channelsOfDevices(db), await groupsOfDevices(db)]
      const { id: rootId } = await db
        .selectFrom('groups')
        .select('id')
        .where('parent_id', 'is', null)
        .executeTakeFirstOrThrow()
      const { version } = await db.selectFrom('device_list').select('version').executeTakeFirstOrThrow()
      // A device whose groups were deleted by another program is in the root group.
      return {
        devices: rows.map((row) => toDevice(row, channels.get(row.key) ?? [], groups.get(row.key) ?? [rootId])),
        version,
      }
    },
    groups: () => groupsOf(db),
    addGroup: (parentId, name) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('groups')
          .values({ parent_id: parentId, name } as Tables['groups'])
          .returningAll()
          .executeTakeFirstOrThrow()
        const groups = await groupsOf(transaction)
        return { group: toGroup(row), groups, version: await raiseVersion(transaction) }
      }),
    editGroup: (id, { parentId, name }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('groups')
          .set({ ...(parentId !== undefined && { parent_id: parentId }), ...(name !== undefined && { name }) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const groups = await groupsOf(transaction)
        return { group: toGroup(row), groups, version: await raiseVersion(transaction) }
      }),
    removeGroup: (id, edits, nowS) =>
      db.transaction().execute(async (transaction) => {
        const users = await usersOf(transaction, id)
        if (users > 0) return { users }
        const devices: RegisteredDevice[] = []
        for (const edit of edits) devices.push(await editDevice(transaction, edit, nowS))
        await transaction.deleteFrom('device_groups').where('group_id', '=', id).execute()
        await transaction.deleteFrom('groups').where('id', '=', id).execute()
        const groups = await groupsOf(transaction)
        return { devices, groups, version: await raiseVersion(transaction) }
      }),
    add: (deviceId, settings, groups) =>
      db.transaction().execute(async (transaction) => {
        const columns = { removed_s: null, ...toColumns(settings) }
        const row = await transaction
          .insertInto('devices')
          .values({ device_id: deviceId, ...columns } as DeviceTable)
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
          .returningAll()
          .executeTakeFirstOrThrow()
        await setGroups(transaction, row.key, groups)
        const channels = await setChannels(transaction, row.key, settings)
        return { device: toDevice(row, channels, groups), version: await raiseVersion(transaction) }
      }),
    edit: (edits, nowS) =>
      db.transaction().execute(async (transaction) => {
        const devices: RegisteredDevice[] = []
        for (const edit of edits) devices.push(await editDevice(transaction, edit, nowS))
        return { devices, version: await raiseVersion(transaction) }
      }),
    async driverTerms(key, untilS) {
      const rows = await db
        .selectFrom('device_drivers')
        .select(['since_s', 'driver'])
        .where('device_key', '=', key)
        .where('since_s', '<=', untilS)
        .orderBy('since_s')
        .execute()
      return rows.map((row) => ({ sinceS: row.since_s, driver: row.driver }))
    },
    remove: (key, removedS) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('devices').set({ removed_s: removedS }).where('key', '=', key).execute()
        await setGroups(transaction, key, [])
        await beginTerm(transaction, key, '', removedS)
        return { version: await raiseVersion(transaction) }
      }),
  }
}

async function groupsOf(db: Kysely<Tables>): Promise<DeviceGroup[]> {
  const rows = await db.selectFrom('groups').select(['id', 'parent_id', 'name']).orderBy('id').execute()
  return rows.map(toGroup)
}

async function usersOf(db: Kysely<Tables>, groupId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((user) => user.fn.countAll<number | bigint | string>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By key of the device, each by number. */
async function channelsOfDevices(db: Kysely<Tables>): Promise<Map<number, ChannelTable[]>> {
  const rows = await db.selectFrom('device_channels').selectAll().orderBy('device_key').orderBy('number').execute()
  const channels = new Map<number, ChannelTable[]>()
  for (const row of rows) {
    const ofDevice = channels.get(row.device_key)
    if (ofDevice === undefined) channels.set(row.device_key, [row])
    else ofDevice.push(row)
  }
  return channels
}

async function setChannels(
  db: Kysely<Tables>,
  key: number,
  settings: Pick<Settings, 'channels' | 'channelOrder'>,
): Promise<ChannelTable[]> {
  const rows = toChannelRows(key, settings)
  await db.deleteFrom('device_channels').where('device_key', '=', key).execute()
  await db.insertInto('device_channels').values(rows).execute()
  return rows
}

/** By key of the device, each in its order. */
async function groupsOfDevices(db: Kysely<Tables>): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('device_groups')
    .select(['device_key', 'group_id'])
    .orderBy('device_key')
    .orderBy('position')
    .execute()
  const groups = new Map<number, number[]>()
  for (const { device_key, group_id } of rows) {
    const ofDevice = groups.get(device_key)
    if (ofDevice === undefined) groups.set(device_key, [group_id])
    else ofDevice.push(group_id)
  }
  return groups
}

async function setGroups(db: Kysely<Tables>, key: number, groups: readonly number[]): Promise<void> {
  await db.deleteFrom('device_groups').where('device_key', '=', key).execute()
  if (groups.length === 0) return
  const rows = groups.map((groupId, position) => ({ device_key: key, position, group_id: groupId }))
  await db.insertInto('device_groups').values(rows).execute()
}

async function editDevice(
  db: Kysely<Tables>,
  { device, change, groups = device.groups }: DeviceEdit,
  nowS: number,
): Promise<RegisteredDevice> {
  const { key } = device
  if (groups !== device.groups) await setGroups(db, key, groups)
  if (change.driver !== undefined) await beginTerm(db, key, change.driver, nowS)
  const after = { ...device, ...change, groups }
  const isOtherChannels = change.channels !== undefined || change.channelOrder !== undefined
  const channels = isOtherChannels ? await setChannels(db, key, after) : toChannelRows(key, after)
  const columns = toColumns(change)
  if (Object.keys(columns).length === 0) return after
  const row = await db
    .updateTable('devices')
    .set(columns)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDevice(row, channels, groups)
}

async function beginTerm(db: Kysely<Tables>, key: number, driver: string, sinceS: number): Promise<void> {
  await db
    .insertInto('device_drivers')
    .values({ device_key: key, since_s: sinceS, driver })
    .onConflict((conflict) =>
      conflict.columns(['device_key', 'since_s']).doUpdateSet((set) => ({ driver: set.ref('excluded.driver') })),
    )
    .execute()
}

async function raiseVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = await db
    .updateTable('device_list')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

function toGroup(row: Tables['groups']): DeviceGroup {
  return { id: row.id, parentId: row.parent_id, name: row.name }
}
