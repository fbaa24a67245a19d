import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { RegisteredDevice } from './registry.types.ts'

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
}

interface Tables {
  devices: DeviceTable
  device_list: { id: number; version: number }
  groups: { id: number; parent_id: number | null }
}

export type Settings = Omit<RegisteredDevice, 'key' | 'deviceId'>

/** The rows of the registry. Every change raises the version of the list in the same transaction. */
export interface RegistryStore {
  load(): Promise<{ devices: RegisteredDevice[]; version: number }>
  /** Group and its parent; the root has none. */
  groups(): Promise<{ id: number; parentId: number | null }[]>
  /** A device that was registered before gets its old key back, with new settings. */
  add(deviceId: string, settings: Settings): Promise<{ device: RegisteredDevice; version: number }>
  remove(key: number, removedS: number): Promise<{ version: number }>
}

export function createRegistryStore(database: Database): RegistryStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('devices').selectAll().where('removed_s', 'is', null).execute()
      const { version } = await db.selectFrom('device_list').select('version').executeTakeFirstOrThrow()
      return { devices: rows.map(toDevice), version }
    },
    async groups() {
      const rows = await db.selectFrom('groups').select(['id', 'parent_id']).execute()
      return rows.map((row) => ({ id: row.id, parentId: row.parent_id }))
    },
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
    remove: (key, removedS) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('devices').set({ removed_s: removedS }).where('key', '=', key).execute()
        return { version: await raiseVersion(transaction) }
      }),
  }
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

function toRow(settings: Settings): Omit<DeviceTable, 'key' | 'device_id' | 'removed_s'> {
  const { groupId, utcOffsetMinutes, ...same } = settings
  return { ...same, group_id: groupId, utc_offset_minutes: utcOffsetMinutes }
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
