import type { Database } from '../../platform/database/index.ts'
import type { DeviceIdentity } from './device-identity.types.ts'

interface IdentityRow {
  device_key: number
  attributes_s: number
  maker: string
  model: string
  terminal_id: string
  iccid: string
  hardware: string
  firmware: string
  plate: string
  driver: string
  licence: string
}

interface Tables {
  device_identities: IdentityRow
}

/** The table of what devices told of themselves. */
export interface IdentityStore {
  all(): Promise<Map<number, DeviceIdentity>>
  save(deviceKey: number, identity: DeviceIdentity): Promise<void>
}

export function createIdentityStore(database: Database): IdentityStore {
  const db = database.tables<Tables>()
  return {
    async all() {
      const rows = await db.selectFrom('device_identities').selectAll().execute()
      return new Map(
        rows.map(({ device_key, attributes_s, terminal_id, ...same }) => [
          device_key,
          { ...same, attributesS: attributes_s, terminalId: terminal_id },
        ]),
      )
    },
    async save(deviceKey, { attributesS, terminalId, ...same }) {
      const row = { ...same, attributes_s: attributesS, terminal_id: terminalId }
      await db
        .insertInto('device_identities')
        .values({ device_key: deviceKey, ...row })
        .onConflict((conflict) => conflict.column('device_key').doUpdateSet(row))
        .execute()
    },
  }
}
