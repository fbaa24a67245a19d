import type { Database } from '../database/index.ts'

interface Tables {
  settings: {
    section: string
    revision: number
    fields: string
    saved_ms: number
    saved_by: string
  }
}

/** A section as it is stored. */
export interface StoredSection {
  readonly revision: number
  /** The saved fields, each with the revision in which it changed last. */
  readonly fields: Readonly<Record<string, StoredField>>
  readonly savedMs: number
  readonly savedBy: string
}

export interface StoredField {
  readonly value: unknown
  readonly revision: number
}

export interface SettingsStore {
  all(): Promise<ReadonlyMap<string, StoredSection>>
  section(name: string): Promise<StoredSection | null>
  /** Stores what follows the revision `stored.revision - 1`; false: another process has saved meanwhile. */
  replace(name: string, stored: StoredSection): Promise<boolean>
}

export function createSettingsStore(database: Database): SettingsStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      const rows = await db.selectFrom('settings').selectAll().execute()
      return new Map(rows.map((row) => [row.section, fromRow(row)]))
    },
    async section(name) {
      const row = await db.selectFrom('settings').selectAll().where('section', '=', name).executeTakeFirst()
      return row === undefined ? null : fromRow(row)
    },
    async replace(name, { revision, fields, savedMs, savedBy }) {
      const row = { revision, fields: JSON.stringify(fields), saved_ms: savedMs, saved_by: savedBy }
      if (revision === 1) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('settings')
          .values({ section: name, ...row })
          .onConflict((conflict) => conflict.column('section').doNothing())
          .executeTakeFirst()
        return (numInsertedOrUpdatedRows ?? 0n) > 0n
      }
      const { numUpdatedRows } = await db
        .updateTable('settings')
        .set(row)
        .where('section', '=', name)
        .where('revision', '=', revision - 1)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

function fromRow({ revision, fields, saved_ms: savedMs, saved_by: savedBy }: Tables['settings']): StoredSection {
  return { revision, fields: JSON.parse(fields) as StoredSection['fields'], savedMs, savedBy }
}
