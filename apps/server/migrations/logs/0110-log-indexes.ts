import { sql } from 'kysely'
import type { Migration } from '../../src/platform/database/index.ts'

/** The indexes of both logs have all that their queries compare, so that rows are read of the page only. */
export const logIndexes: Migration = {
  name: '0110-log-indexes',
  async up(db) {
    const replace = async (table: string, name: string, columns: readonly string[]): Promise<void> => {
      await db.schema.dropIndex(`${table}_${name}`).execute()
      await db.schema
        .createIndex(`${table}_${name}`)
        .on(table)
        .columns([...columns])
        .execute()
    }
    await replace('stream_log', 'time', ['update_ms', 'id', 'device_key'])
    await replace('stream_log', 'entrance', ['entrance', 'update_ms', 'id', 'device_key', 'type'])
    await replace('stream_log', 'type', ['type', 'update_ms', 'id', 'device_key', 'entrance'])
    const device = ['device_id', 'update_ms', 'id', 'user_name', 'type', 'entrance', 'device_key']
    await replace('stream_log', 'device', device)
    const key = ['time_ms', 'writer', 'seq']
    await replace('audit_log', 'account', ['account', ...key, 'action', 'device_id', 'address'])
    await replace('audit_log', 'address', ['address', ...key, 'action', 'device_id', 'account'])
    await replace('audit_log', 'action', ['action', ...key, 'device_id'])
    await replace('audit_log', 'device_id', ['device_id', ...key, 'action', 'account', 'address'])
    // Calls that are about no device, which everyone may see.
    await sql`create index audit_log_no_device on audit_log (action, time_ms, writer, seq) where device_id is null`.execute(
      db,
    )
  },
}
