import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { DeviceGroup, DriverTerm, RegisteredDevice, Settings } from './registry.types.ts'

interface DeviceTable {
  key: number
  device_id: string
  removed_s: number | null
  group_id: number
  channels: number
  chmask: string
  recenable: number
  recplan: string
  streamtype: string
  recdays: number
  utc_offset_minutes: number
  driver: string
  vehicleid: string
  plate: string
  extid: string
  icon: number
  chnames: string
  chsort: string
  talkch: number
  maplocation: string
  driverlicense: string
  gpstzenable: number
  videolossinterval: number
  recaudio: number
  maxnetflow: number
  netlimit: number
  eventdays: number
}

interface Tables {
  devices: DeviceTable
  device_list: { id: number; version: number }
  device_drivers: { device_key: number; since_s: number; driver: string }
  groups: { id: number; parent_id: number | null; name: string }
}

export interface SettingsChange {
  readonly key: number
  readonly change: Partial<Settings>
}

/** The rows of the registry. Every change raises the version of the list in the same transaction. */
export interface RegistryStore {
  load(): Promise<{ devices: RegisteredDevice[]; version: number }>
  groups(): Promise<DeviceGroup[]>
  /** A device that was registered before gets its old key back, with new settings. */
  add(deviceId: string, settings: Settings): Promise<{ device: RegisteredDevice; version: number }>
  /** Changes settings, all or none; another driver begins a term at `nowS`. Answers the devices in the order of the changes. */
  edit(changes: readonly SettingsChange[], nowS: number): Promise<{ devices: RegisteredDevice[]; version: number }>
  remove(key: number, removedS: number): Promise<{ version: number }>
  /** The groups as they are afterwards. */
  addGroup(parentId: number, name: string): Promise<{ group: DeviceGroup; groups: DeviceGroup[]; version: number }>
  moveGroup(id: number, parentId: number): Promise<{ group: DeviceGroup; groups: DeviceGroup[]; version: number }>
  /** Who drove a device when, up to a time, oldest first. */
  driverTerms(key: number, untilS: number): Promise<DriverTerm[]>
}

export function createRegistryStore(database: Database): RegistryStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('devices').selectAll().where('removed_s', 'is', null).execute()
      const { version } = await db.selectFrom('device_list').select('version').executeTakeFirstOrThrow()
      return { devices: rows.map(toDevice), version }
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
    moveGroup: (id, parentId) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('groups')
          .set({ parent_id: parentId })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const groups = await groupsOf(transaction)
        return { group: toGroup(row), groups, version: await raiseVersion(transaction) }
      }),
    add: (deviceId, settings) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('devices')
          .values({ device_id: deviceId, removed_s: null, ...toRow(settings) } as DeviceTable)
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ removed_s: null, ...toRow(settings) }))
          .returningAll()
          .executeTakeFirstOrThrow()
        return { device: toDevice(row), version: await raiseVersion(transaction) }
      }),
    edit: (changes, nowS) =>
      db.transaction().execute(async (transaction) => {
        const devices: RegisteredDevice[] = []
        for (const { key, change } of changes) {
          const row = await transaction
            .updateTable('devices')
            .set(toColumns(change))
            .where('key', '=', key)
            .returningAll()
            .executeTakeFirstOrThrow()
          if (change.driver !== undefined) await beginTerm(transaction, key, change.driver, nowS)
          devices.push(toDevice(row))
        }
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
        await beginTerm(transaction, key, '', removedS)
        return { version: await raiseVersion(transaction) }
      }),
  }
}

async function groupsOf(db: Kysely<Tables>): Promise<DeviceGroup[]> {
  const rows = await db.selectFrom('groups').select(['id', 'parent_id', 'name']).orderBy('id').execute()
  return rows.map(toGroup)
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

function toRow(settings: Settings): Omit<DeviceTable, 'key' | 'device_id' | 'removed_s'> {
  const { groupId, utcOffsetMinutes, ...same } = settings
  return { ...same, group_id: groupId, utc_offset_minutes: utcOffsetMinutes }
}

function toColumns({ groupId, utcOffsetMinutes, ...same }: Partial<Settings>): Partial<DeviceTable> {
  return {
    ...same,
    ...(groupId !== undefined && { group_id: groupId }),
    ...(utcOffsetMinutes !== undefined && { utc_offset_minutes: utcOffsetMinutes }),
  }
}

function toDevice(row: Selectable<DeviceTable>): RegisteredDevice {
  const { device_id, removed_s: _, group_id, utc_offset_minutes, recenable, ...same } = row
  return {
    ...same,
    deviceId: device_id,
    groupId: group_id,
    utcOffsetMinutes: utc_offset_minutes,
    recenable: recenable as RegisteredDevice['recenable'],
  }
}
