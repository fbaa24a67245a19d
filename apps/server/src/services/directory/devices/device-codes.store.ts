import type { Database } from '../../../platform/database/index.ts'

interface Tables {
  /** Of the registry. */
  devices: { key: number }
  /** One row. */
  device_code_secret: { id: number; secret: string }
  device_codes: { device_key: number; code_hash: string; given_s: number; used_s: number | null; address: string }
}

export interface StoredCode {
  /** SHA-256 of the code. */
  readonly hash: Buffer
  /** Unix seconds. */
  readonly givenS: number
  /** When the device has shown it last from another address; `null`: not yet. */
  readonly usedS: number | null
  /** Where it, or a code before it, was shown last; empty: none was, and anybody who registers may replace it. */
  readonly address: string
}

export interface DeviceCodeStore {
  /** By device key. */
  load(): Promise<Map<number, StoredCode>>
  /** The codes of these devices; `null` removes one. In one transaction. */
  save(codes: ReadonlyMap<number, StoredCode | null>): Promise<void>
  /** What codes are sealed with; the proposed one where there is none yet. */
  secret(proposed: string): Promise<string>
}

export function createDeviceCodeStore(database: Database): DeviceCodeStore {
  const db = database.tables<Tables>()
  return {
    async load() {
      const rows = await db.selectFrom('device_codes').selectAll().execute()
      return new Map(
        rows.map(({ device_key, code_hash, given_s, used_s, address }) => [
          device_key,
          { hash: Buffer.from(code_hash, 'hex'), givenS: given_s, usedS: used_s, address },
        ]),
      )
    },
    async save(codes) {
      const rows = [...codes].flatMap(([device_key, code]) => (code === null ? [] : [rowOf(device_key, code)]))
      const removed = [...codes].flatMap(([deviceKey, code]) => (code === null ? [deviceKey] : []))
      await db.transaction().execute(async (tx) => {
        // A device that was removed meanwhile needs no code, and must not cost the others theirs.
        const presentOf = async (keys: readonly number[]): Promise<Set<number>> => {
          if (keys.length === 0) return new Set()
          const found = await tx.selectFrom('devices').select('key').where('key', 'in', keys).execute()
          return new Set(found.map(({ key }) => key))
        }
        if (removed.length > 0) await tx.deleteFrom('device_codes').where('device_key', 'in', removed).execute()
        const present = await presentOf(rows.map(({ device_key }) => device_key))
        const stored = rows.filter(({ device_key }) => present.has(device_key))
        if (stored.length === 0) return
        await tx
          .insertInto('device_codes')
          .values(stored)
          .onConflict((conflict) =>
            conflict.column('device_key').doUpdateSet(({ ref }) => ({
              code_hash: ref('excluded.code_hash'),
              given_s: ref('excluded.given_s'),
              used_s: ref('excluded.used_s'),
              address: ref('excluded.address'),
            })),
          )
          .execute()
      })
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

function rowOf(device_key: number, { hash, givenS, usedS, address }: StoredCode): Tables['device_codes'] {
  return { device_key, code_hash: hash.toString('hex'), given_s: givenS, used_s: usedS, address }
}
