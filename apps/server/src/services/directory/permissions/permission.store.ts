import type { Database } from '../../../platform/database/index.ts'

interface Tables {
  users: { id: number; permission: number }
  permission_groups: { id: number; access: string }
}

/** Permission groups: one character per access flag, `1` where granted. */
export interface PermissionStore {
  /** Ids of the accounts whose flags changed; `null` when there is no such permission group. */
  setAccess(permission: number, access: string): Promise<number[] | null>
}

export function createPermissionStore(database: Database): PermissionStore {
  const db = database.tables<Tables>()
  return {
    async setAccess(permission, access) {
      const change = db.updateTable('permission_groups').set({ access }).where('id', '=', permission)
      if ((await change.executeTakeFirst()).numUpdatedRows === 0n) return null
      const users = await db.selectFrom('users').select('id').where('permission', '=', permission).execute()
      return users.map(({ id }) => id)
    },
  }
}
