import type { Database } from '../../platform/database/index.ts'

interface Tables {
  users: {
    id: number
    name: string
    password_hash: string
    permission: number
    group_id: number
    expires_s: number | null
    map_location: string
  }
  permission_groups: { id: number; access: string }
  groups: { id: number; parent_id: number | null }
}

/** An account as it is stored, with the flags of its permission group. */
export interface StoredAccount {
  readonly id: number
  readonly name: string
  /** argon2id of the upper-case SHA-256 hex. */
  readonly passwordHash: string
  readonly permission: number
  readonly access: string
  readonly groupId: number
  /** Unix seconds; `null` never. */
  readonly expiresS: number | null
  /** `lat,lng` or empty. */
  readonly mapLocation: string
}

export interface AccountStore {
  find(name: string): Promise<StoredAccount | undefined>
  isEmpty(): Promise<boolean>
  /** Permission 0 in the root group. */
  addAdministrator(name: string, passwordHash: string): Promise<void>
  /** `false` when there is no such user. */
  setPasswordHash(name: string, passwordHash: string): Promise<boolean>
}

export function createAccountStore(database: Database): AccountStore {
  const db = database.tables<Tables>()
  return {
    find: (name) =>
      db
        .selectFrom('users')
        .innerJoin('permission_groups', 'permission_groups.id', 'users.permission')
        .where('users.name', '=', name)
        .select([
          'users.id',
          'users.name',
          'users.password_hash as passwordHash',
          'users.permission',
          'permission_groups.access',
          'users.group_id as groupId',
          'users.expires_s as expiresS',
          'users.map_location as mapLocation',
        ])
        .executeTakeFirst(),
    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
    },
    async addAdministrator(name, passwordHash) {
      const root = await db.selectFrom('groups').select('id').where('parent_id', 'is', null).executeTakeFirstOrThrow()
      const administrator = { name, password_hash: passwordHash, permission: 0, group_id: root.id, expires_s: null }
      await db
        .insertInto('users')
        .values({ ...administrator, map_location: '' } as Tables['users'])
        .execute()
    },
    async setPasswordHash(name, passwordHash) {
      const change = db.updateTable('users').set({ password_hash: passwordHash }).where('name', '=', name)
      return (await change.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
