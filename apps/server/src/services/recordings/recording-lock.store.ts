import type { Generated } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { NewRecordingLock, RecordingLock } from './recordings.types.ts'

interface LockRow {
  id: number
  device_key: number
  channel: number
  start_ms: number
  end_ms: number
  user_name: string
  reason: string
  time_s: number
  evidence_id: string
}

interface Tables {
  recording_locks: Omit<LockRow, 'id'> & { id: Generated<number> }
}

/** The table of locked ranges. */
export interface RecordingLockStore {
  all(): Promise<RecordingLock[]>
  add(lock: NewRecordingLock): Promise<RecordingLock>
  remove(id: number): Promise<void>
}

export function createRecordingLockStore(database: Database): RecordingLockStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      return (await db.selectFrom('recording_locks').selectAll().orderBy('id').execute()).map(lockOf)
    },
    async add(lock) {
      const row = {
        device_key: lock.deviceKey,
        channel: lock.channel,
        start_ms: lock.startMs,
        end_ms: lock.endMs,
        user_name: lock.userName,
        reason: lock.reason,
        time_s: lock.timeS,
        evidence_id: lock.evidenceId ?? '',
      }
      return lockOf(await db.insertInto('recording_locks').values(row).returningAll().executeTakeFirstOrThrow())
    },
    async remove(id) {
      await db.deleteFrom('recording_locks').where('id', '=', id).execute()
    },
  }
}

function lockOf(row: LockRow): RecordingLock {
  return {
    id: row.id,
    deviceKey: row.device_key,
    channel: row.channel,
    startMs: row.start_ms,
    endMs: row.end_ms,
    userName: row.user_name,
    reason: row.reason,
    timeS: row.time_s,
    ...(row.evidence_id !== '' && { evidenceId: row.evidence_id }),
  }
}
