import type { Database } from '../database/index.ts'

interface Tables {
  schema_versions: { version: number; applied_ms: number }
}

/** The smallest real write: one row with the value it had. Resolves when it is on disk. */
export async function probeWrite(database: Database): Promise<void> {
  await database
    .tables<Tables>()
    .updateTable('schema_versions')
    .set((row) => ({ applied_ms: row.ref('applied_ms') }))
    .where('version', '=', 1)
    .execute()
}
