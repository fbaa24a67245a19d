import { maskChannels } from '@fleetglass/contract/events'
import type { FootageStateName, FootageWay } from '@fleetglass/contract/footage'
import type { Generated } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { FootageOrder } from './footage.types.ts'

interface FootageRow {
  device_key: number
  device_id: string
  start_ms: number
  end_ms: number
  channels: number
  main_channels: number
  audio: number
  way: FootageWay
  user_name: string
  created_ms: number
  event_serial: number | null
  state: FootageStateName
  reason: string
  finished: number
  filled: number
  bytes: number
}

interface Tables {
  footage_tasks: FootageRow & { id: Generated<number> }
}

/** What changes of a row. */
export interface FootageProgress {
  readonly state: FootageStateName
  readonly reason: string
  readonly finished: readonly number[]
  readonly filled: readonly number[]
  readonly bytes: number
}

export interface StoredFootage extends FootageOrder, FootageProgress {
  readonly id: number
}

/** The table of what was asked for. */
export interface FootageStore {
  all(): Promise<readonly StoredFootage[]>
  /** All or none; their numbers in the same order. */
  add(orders: readonly FootageOrder[]): Promise<readonly number[]>
  update(id: number, progress: FootageProgress): Promise<void>
  remove(id: number): Promise<void>
}

export function createFootageStore(database: Database): FootageStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      return (await db.selectFrom('footage_tasks').selectAll().orderBy('id').execute()).map(footageOf)
    },
    async add(orders) {
      const rows = orders.map((order) => ({ ...rowOf(order), ...changes(fresh) }))
      const added = await db.insertInto('footage_tasks').values(rows).returning(['id', 'device_key']).execute()
      const ids = new Map(added.map(({ id, device_key }) => [device_key, id]))
      return orders.map(({ deviceKey }) => ids.get(deviceKey) as number)
    },
    async update(id, progress) {
      await db.updateTable('footage_tasks').set(changes(progress)).where('id', '=', id).execute()
    },
    async remove(id) {
      await db.deleteFrom('footage_tasks').where('id', '=', id).execute()
    },
  }
}

/** Before anything was fetched. */
export const fresh: FootageProgress = { state: 'queued', reason: '', finished: [], filled: [], bytes: 0 }

function rowOf(order: FootageOrder) {
  return {
    device_key: order.deviceKey,
    device_id: order.deviceId,
    start_ms: order.startMs,
    end_ms: order.endMs,
    channels: bitsOf(order.channels),
    main_channels: bitsOf(order.mainChannels),
    audio: order.audio ? 1 : 0,
    way: order.way,
    user_name: order.userName,
    created_ms: order.createdMs,
    event_serial: order.eventSerial,
  }
}

function changes({ state, reason, finished, filled, bytes }: FootageProgress) {
  return { state, reason, finished: bitsOf(finished), filled: bitsOf(filled), bytes }
}

function footageOf(row: FootageRow & { id: number }): StoredFootage {
  return {
    id: row.id,
    deviceKey: row.device_key,
    deviceId: row.device_id,
    startMs: row.start_ms,
    endMs: row.end_ms,
    channels: maskChannels(row.channels, 31),
    mainChannels: maskChannels(row.main_channels, 31),
    audio: row.audio === 1,
    way: row.way,
    userName: row.user_name,
    createdMs: row.created_ms,
    eventSerial: row.event_serial,
    state: row.state,
    reason: row.reason,
    finished: maskChannels(row.finished, 31),
    filled: maskChannels(row.filled, 31),
    bytes: row.bytes,
  }
}

/** Bit n-1 is channel n. */
function bitsOf(channels: readonly number[]): number {
  return channels.reduce((bits, channel) => bits | (1 << (channel - 1)), 0)
}
