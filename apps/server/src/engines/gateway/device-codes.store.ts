import type { Database } from '../../platform/database/index.ts'

interface Tables {
  device_codes: { device_key: number; code_hash: string; given_s: number; used_s: number | null }
}

export interface StoredCode {
  readonly deviceKey: number
  /** SHA-256 of the code, lower-case hex. */
  readonly codeHash: string
  /** The device has shown it: from then on it is not replaced by a further registration. */
  readonly used: boolean
}

export interface DeviceCodeStore {
  load(): Promise<StoredCode[]>
  give(deviceKey: number, codeHash: string, givenS: number): Promise<void>
  used(deviceKey: number, usedS: number): Promise<void>
  forget(deviceKey: number): Promise<void>
}

export function createDeviceCodeStore(database: Database): DeviceCodeStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('device_codes').select(['device_key', 'code_hash', 'used_s']).execute()
      return rows.map((row) => ({ deviceKey: row.device_key, codeHash: row.code_hash, used: row.used_s !== null }))
    },
    async give(deviceKey, codeHash, givenS) {
      const code = { code_hash: codeHash, given_s: givenS, used_s: null }
      await db
        .insertInto('device_codes')
        .values({ device_key: deviceKey, ...code })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet(code))
        .execute()
    },
    async used(deviceKey, usedS) {
      await db.updateTable('device_codes').set({ used_s: usedS }).where('device_key', '=', deviceKey).execute()
    },
    async forget(deviceKey) {
      await db.deleteFrom('device_codes').where('device_key', '=', deviceKey).execute()
    },
  }
}
