import type { FirmwareFailure, FirmwareStage } from '@fleetglass/contract/firmware'
import type { Database } from '../../platform/database/index.ts'
import type { StoredUpdate } from './firmware-update.ts'

interface UpdateRow {
  device_key: number
  token: string
  url: string
  firmware_id: string
  bytes: number
  read_bytes: number
  target: string
  version_before: string
  stage: FirmwareStage
  reason: FirmwareFailure | ''
  started_by: StoredUpdate['by']
  rollout_id: number
  begin_s: number
  active_s: number
  end_s: number
}

interface Tables {
  firmware_updates: UpdateRow
  firmware_plan_tries: { plan_id: number; device_key: number; tried_s: number }
  firmware_rollout_devices: {
    rollout_id: number
    device_key: number
    state: string
    reason: string
    wave: number
    version_before: string
    version_after: string
    updated_s: number
  }
}

/** On whose behalf an update begins: what is stored with it. */
export interface UpdateCause {
  /** 0: none. */
  readonly planId: number
  /** Of the rollout of the update; 0: none. */
  readonly wave: number
}

/** The table of updates: one row a device. What a plan or a rollout notes of an update is written in one transaction with it. */
export interface FirmwareUpdatesStore {
  all(): Promise<readonly StoredUpdate[]>
  begin(update: StoredUpdate, cause: UpdateCause): Promise<void>
  /** Changes nothing when the update has ended. */
  proceed(update: StoredUpdate): Promise<void>
  end(update: StoredUpdate, version: string): Promise<void>
}

export function createFirmwareUpdatesStore(database: Database): FirmwareUpdatesStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      return (await db.selectFrom('firmware_updates').selectAll().execute()).map(updateOf)
    },
    async begin(update, { planId, wave }) {
      await db.transaction().execute(async (transaction) => {
        const { deviceKey: device_key, beginS } = update
        await transaction.deleteFrom('firmware_updates').where('device_key', '=', device_key).execute()
        await transaction.insertInto('firmware_updates').values(rowOf(update)).execute()
        if (planId > 0) {
          await transaction
            .insertInto('firmware_plan_tries')
            .values({ plan_id: planId, device_key, tried_s: beginS })
            .onConflict((conflict) => conflict.columns(['plan_id', 'device_key']).doUpdateSet({ tried_s: beginS }))
            .execute()
        }
        if (update.rolloutId > 0) {
          await transaction
            .updateTable('firmware_rollout_devices')
            .set({ state: 'running', wave, version_before: update.before, updated_s: beginS })
            .where('rollout_id', '=', update.rolloutId)
            .where('device_key', '=', device_key)
            .execute()
        }
      })
    },
    async proceed({ token, stage, readBytes, activeS }) {
      await db
        .updateTable('firmware_updates')
        .set({ stage, read_bytes: readBytes, active_s: activeS })
        .where('token', '=', token)
        .where('end_s', '=', 0)
        .execute()
    },
    async end({ deviceKey, token, stage, reason, readBytes, rolloutId, endS }, version) {
      await db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('firmware_updates')
          .set({ stage, reason, read_bytes: readBytes, active_s: endS, end_s: endS })
          .where('token', '=', token)
          .where('end_s', '=', 0)
          .executeTakeFirst()
        // It has ended in another way a moment ago.
        if (rolloutId === 0 || numUpdatedRows === 0n) return
        await transaction
          .updateTable('firmware_rollout_devices')
          .set({ state: stage, reason, version_after: version, updated_s: endS })
          .where('rollout_id', '=', rolloutId)
          .where('device_key', '=', deviceKey)
          .execute()
      })
    },
  }
}

function rowOf(update: StoredUpdate): UpdateRow {
  return {
    device_key: update.deviceKey,
    token: update.token,
    url: update.url,
    firmware_id: update.firmwareId,
    bytes: update.bytes,
    read_bytes: update.readBytes,
    target: update.target,
    version_before: update.before,
    stage: update.stage,
    reason: update.reason,
    started_by: update.by,
    rollout_id: update.rolloutId,
    begin_s: update.beginS,
    active_s: update.activeS,
    end_s: update.endS,
  }
}

function updateOf(row: UpdateRow): StoredUpdate {
  return {
    deviceKey: row.device_key,
    token: row.token,
    url: row.url,
    firmwareId: row.firmware_id,
    bytes: Number(row.bytes),
    readBytes: Number(row.read_bytes),
    target: row.target,
    before: row.version_before,
    stage: row.stage,
    reason: row.reason,
    by: row.started_by,
    rolloutId: row.rollout_id,
    beginS: Number(row.begin_s),
    activeS: Number(row.active_s),
    endS: Number(row.end_s),
  }
}
