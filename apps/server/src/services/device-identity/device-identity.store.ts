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

/** The table of what devices reported about themselves. */
export interface IdentityStore {
  all(): Promise<Map<number, DeviceIdentity>>
  /** In one statement. */
  save(identities: readonly (readonly [deviceKey: number, identity: DeviceIdentity])[]): Promise<void>
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
    async save(identities) {
      const rows = identities.map(([device_key, { attributesS, terminalId, ...same }]) => ({
        ...same,
        device_key,
        attributes_s: attributesS,
        terminal_id: terminalId,
      }))
      await db
        .insertInto('device_identities')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('device_key').doUpdateSet(({ ref }) => ({
            attributes_s: ref('excluded.attributes_s'),
            maker: ref('excluded.maker'),
            model: ref('excluded.model'),
            terminal_id: ref('excluded.terminal_id'),
            iccid: ref('excluded.iccid'),
            hardware: ref('excluded.hardware'),
            firmware: ref('excluded.firmware'),
            plate: ref('excluded.plate'),
            driver: ref('excluded.driver'),
            licence: ref('excluded.licence'),
          })),
        )
        .execute()
    },
  }
}
