import type { FirmwareFailure, RolloutDeviceState, RolloutSkip, RolloutState } from '@fleetglass/contract/firmware'
import { type Generated, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { EndedMembers, OpenMember } from './rollout-step.ts'

export interface StoredRollout {
  readonly id: number
  readonly target: string
  readonly url: string
  readonly memo: string
  readonly state: RolloutState
  readonly pausedBy: '' | 'user' | 'failures'
  readonly firstWave: number
  readonly failureLimit: number
  readonly countedWave: number
  readonly beginS: number
  readonly updatedS: number
}

export interface StoredRolloutDevice {
  readonly deviceKey: number
  readonly state: RolloutDeviceState
  readonly reason: '' | FirmwareFailure | RolloutSkip
  readonly wave: number
  readonly before: string
  readonly after: string
  readonly updatedS: number
}

/** How many devices of a rollout are in a state. */
export interface RolloutCount {
  readonly rolloutId: number
  readonly state: RolloutDeviceState
  readonly devices: number
  /** The latest of these devices. */
  readonly wave: number
  readonly updatedS: number
}

export interface RolloutProgress {
  readonly open: readonly OpenMember[]
  readonly ended: readonly EndedMembers[]
}

interface RolloutRow {
  id: Generated<number>
  target: string
  url: string
  memo: string
  state: RolloutState
  paused_by: StoredRollout['pausedBy']
  first_wave: number
  failure_limit: number
  counted_wave: number
  begin_s: number
  updated_s: number
}

interface ProgressRow {
  readonly state: RolloutDeviceState
  readonly wave: number
  /** `null`: of those that have ended only the number is read. */
  readonly device_key: number | null
  readonly devices: number
}

interface DeviceRow {
  rollout_id: number
  device_key: number
  state: RolloutDeviceState
  reason: StoredRolloutDevice['reason']
  wave: number
  version_before: string
  version_after: string
  updated_s: number
}

interface Tables {
  firmware_rollouts: RolloutRow
  firmware_rollout_devices: DeviceRow
}

/** Rows of one statement. */
const BATCH = 500

/** The tables of rollouts. What an update changes in them is written with the update (firmware-updates.store.ts). */
export interface FirmwareRolloutsStore {
  /** The newest first. */
  all(): Promise<readonly StoredRollout[]>
  devices(rolloutId: number): Promise<readonly StoredRolloutDevice[]>
  /** All that the next step depends on: devices that wait or run, and how many of each wave are done or have failed. */
  progress(rolloutId: number): Promise<RolloutProgress>
  /** Of all devices of these rollouts, or of those of them with these keys; more than one count of a state where there are many keys. */
  counts(rolloutIds: readonly number[], deviceKeys?: readonly number[]): Promise<readonly RolloutCount[]>
  add(rollout: Omit<StoredRollout, 'id'>, deviceKeys: readonly number[]): Promise<number>
  /** Changes it while it is in the state `from`; `false`: it is not. */
  change(id: number, from: RolloutState, change: Partial<StoredRollout>): Promise<boolean>
  /** Leaves out devices that wait. */
  skip(
    id: number,
    deviceKeys: readonly number[] | 'all',
    reason: RolloutSkip,
    nowS: number,
    version?: string,
  ): Promise<void>
  remove(id: number): Promise<void>
}

export function createFirmwareRolloutsStore(database: Database): FirmwareRolloutsStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      return (await db.selectFrom('firmware_rollouts').selectAll().orderBy('id', 'desc').execute()).map(rolloutOf)
    },
    async devices(rolloutId) {
      const rows = await db
        .selectFrom('firmware_rollout_devices')
        .selectAll()
        .where('rollout_id', '=', rolloutId)
        .orderBy('device_key')
        .execute()
      return rows.map(deviceOf)
    },
    async progress(rolloutId) {
      // One statement: a device that ends meanwhile is in one of both parts.
      const { rows } = await sql<ProgressRow>`
        select device_key, state, wave, 1 as devices from firmware_rollout_devices
        where rollout_id = ${rolloutId} and state in ('waiting', 'running')
        union all
        select cast(null as integer), state, wave, count(*) from firmware_rollout_devices
        where rollout_id = ${rolloutId} and state in ('done', 'failed') group by state, wave
        order by device_key`.execute(db)
      return { open: rows.flatMap(openOf), ended: rows.flatMap(endedOf) }
    },
    async counts(rolloutIds, deviceKeys) {
      if (rolloutIds.length === 0) return []
      const counted = db
        .selectFrom('firmware_rollout_devices')
        .select(['rollout_id', 'state'])
        .select(({ fn }) => [
          fn.countAll<number>().as('devices'),
          fn.max('wave').as('wave'),
          fn.max('updated_s').as('updated_s'),
        ])
        .where('rollout_id', 'in', rolloutIds)
        .groupBy(['rollout_id', 'state'])
      if (deviceKeys === undefined) return (await counted.execute()).map(countOf)
      const counts: RolloutCount[] = []
      for (let at = 0; at < deviceKeys.length; at += BATCH) {
        const some = counted.where('device_key', 'in', deviceKeys.slice(at, at + BATCH))
        counts.push(...(await some.execute()).map(countOf))
      }
      return counts
    },
    async add(rollout, deviceKeys) {
      return await db.transaction().execute(async (transaction) => {
        const { id } = await transaction
          .insertInto('firmware_rollouts')
          .values({
            target: rollout.target,
            url: rollout.url,
            memo: rollout.memo,
            state: rollout.state,
            paused_by: rollout.pausedBy,
            first_wave: rollout.firstWave,
            failure_limit: rollout.failureLimit,
            counted_wave: rollout.countedWave,
            begin_s: rollout.beginS,
            updated_s: rollout.updatedS,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        for (let at = 0; at < deviceKeys.length; at += BATCH) {
          const rows = deviceKeys.slice(at, at + BATCH).map((key) => newDevice(id, key, rollout.beginS))
          await transaction.insertInto('firmware_rollout_devices').values(rows).execute()
        }
        return id
      })
    },
    async change(id, from, { state, pausedBy, countedWave, updatedS }) {
      const { numUpdatedRows } = await db
        .updateTable('firmware_rollouts')
        .set({
          ...(state !== undefined && { state }),
          ...(pausedBy !== undefined && { paused_by: pausedBy }),
          ...(countedWave !== undefined && { counted_wave: countedWave }),
          ...(updatedS !== undefined && { updated_s: updatedS }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async skip(id, deviceKeys, reason, nowS, version = '') {
      const known = version === '' ? {} : { version_before: version, version_after: version }
      const update = db
        .updateTable('firmware_rollout_devices')
        .set({ state: 'skipped', reason, updated_s: nowS, ...known })
        .where('rollout_id', '=', id)
        .where('state', '=', 'waiting')
      if (deviceKeys === 'all') await update.execute()
      else {
        for (let at = 0; at < deviceKeys.length; at += BATCH) {
          await update.where('device_key', 'in', deviceKeys.slice(at, at + BATCH)).execute()
        }
      }
    },
    async remove(id) {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('firmware_rollouts').where('id', '=', id).execute()
        await transaction.deleteFrom('firmware_rollout_devices').where('rollout_id', '=', id).execute()
      })
    },
  }
}

function newDevice(rollout_id: number, device_key: number, updated_s: number): DeviceRow {
  return {
    rollout_id,
    device_key,
    state: 'waiting',
    reason: '',
    wave: 0,
    version_before: '',
    version_after: '',
    updated_s,
  }
}

function rolloutOf(row: Omit<RolloutRow, 'id'> & { id: number }): StoredRollout {
  return {
    id: row.id,
    target: row.target,
    url: row.url,
    memo: row.memo,
    state: row.state,
    pausedBy: row.paused_by,
    firstWave: row.first_wave,
    failureLimit: row.failure_limit,
    countedWave: row.counted_wave,
    beginS: Number(row.begin_s),
    updatedS: Number(row.updated_s),
  }
}

function countOf(
  row: Pick<DeviceRow, 'rollout_id' | 'state' | 'wave' | 'updated_s'> & { devices: number },
): RolloutCount {
  return {
    rolloutId: row.rollout_id,
    state: row.state,
    devices: Number(row.devices),
    wave: row.wave,
    updatedS: Number(row.updated_s),
  }
}

function deviceOf({ device_key, state, reason, wave, ...row }: DeviceRow): StoredRolloutDevice {
  return {
    deviceKey: device_key,
    state,
    reason,
    wave,
    before: row.version_before,
    after: row.version_after,
    updatedS: Number(row.updated_s),
  }
}

function openOf({ device_key: deviceKey, state, wave }: ProgressRow): OpenMember[] {
  return deviceKey !== null && (state === 'waiting' || state === 'running') ? [{ deviceKey, state, wave }] : []
}

function endedOf({ state, wave, devices }: ProgressRow): EndedMembers[] {
  return state === 'done' || state === 'failed' ? [{ state, wave, devices: Number(devices) }] : []
}
