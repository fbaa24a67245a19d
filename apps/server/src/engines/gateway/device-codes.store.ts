import type { Database } from '../../platform/database/index.ts'

interface Tables {
  /** One row. */
  device_code_secret: { id: number; secret: string }
  device_codes: { device_key: number; code_hash: string; given_s: number; used_s: number | null; address: string }
}

export interface StoredCode {
  readonly deviceKey: number
  /** SHA-256 of the code, lower-case hex. */
  readonly codeHash: string
  /** The device has shown it: from then on it is not replaced by a further registration. */
  readonly used: boolean
  /** Where it was shown last; empty before. */
  readonly address: string
}

export interface DeviceCodeStore {
  load(): Promise<StoredCode[]>
  give(deviceKey: number, codeHash: string, givenS: number): Promise<void>
  used(deviceKey: number, usedS: number, address: string): Promise<void>
  forget(deviceKey: number): Promise<void>
  /** What codes are sealed with; the proposed one where there is none yet. */
  secret(proposed: string): Promise<string>
}

export function createDeviceCodeStore(database: Database): DeviceCodeStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('device_codes').selectAll().execute()
      return rows.map((row) => ({
        deviceKey: row.device_key,
        codeHash: row.code_hash,
        used: row.used_s !== null,
        address: row.address,
      }))
    },
    async give(deviceKey, codeHash, givenS) {
      const code = { code_hash: codeHash, given_s: givenS, used_s: null }
      await db
        .insertInto('device_codes')
        .values({ device_key: deviceKey, ...code, address: '' })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet(code))
        .execute()
    },
    async used(deviceKey, usedS, address) {
      await db.updateTable('device_codes').set({ used_s: usedS, address }).where('device_key', '=', deviceKey).execute()
    },
    async forget(deviceKey) {
      await db.deleteFrom('device_codes').where('device_key', '=', deviceKey).execute()
    },
    async secret(proposed) {
      const row = { id: 1, secret: proposed }
      await db
        .insertInto('device_code_secret')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return (await db.selectFrom('device_code_secret').select('secret').executeTakeFirstOrThrow()).secret
    },
  }
}
