import { USERS_MAX } from '@fleetglass/contract/session'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

interface UserTable {
  id: number
  name: string
  password_hash: string
  permission: number
  group_id: number
  expires_s: number | null
  map_location: string
  ext_user: string | null
  ext_password_hash: string | null
}

interface Tables {
  users: UserTable
  permission_groups: { id: number; access: string }
  groups: { id: number; parent_id: number | null; name: string }
}

/** What is said of an account when it is made. */
export interface NewAccount {
  readonly name: string
  /** argon2id of the upper-case SHA-256 hex. */
  readonly passwordHash: string
  /** Id of a permission group; 0 to 3 are built in. */
  readonly permission: number
  /** `root`: the root group. */
  readonly groupId: number | 'root'
  /** Unix seconds; `null` never. */
  readonly expiresS: number | null
  /** `lat,lng` or empty. */
  readonly mapLocation: string
  /** Whom another site knows this account as; `passwordHash` as above, of the external password. */
  readonly external: { readonly user: string; readonly passwordHash: string } | null
}

/** An account as it is stored, with the flags of its permission group. */
export interface StoredAccount extends NewAccount {
  readonly id: number
  readonly access: string
  readonly groupId: number
}

export interface AccountStore {
  find(name: string): Promise<StoredAccount | undefined>
  findExternal(externalUser: string): Promise<StoredAccount | undefined>
  isEmpty(): Promise<boolean>
  /** `taken`: the name, or the external one, belongs to another account. */
  add(account: NewAccount): Promise<'added' | 'taken' | 'full'>
  /** The id of the account; `null` when there is no such user. */
  edit(name: string, change: AccountEdit): Promise<number | null>
  /** The id the account had; `null` when there is no such user. */
  remove(name: string): Promise<number | null>
  /** `false` when there is no such user. */
  setPasswordHash(name: string, passwordHash: string): Promise<boolean>
  /**
   * Another password instead of that one; `expiresS` left out: the expiry stays. `false` when the account has not that
   * password any more.
   */
  replacePasswordHash(id: number, change: PasswordChange): Promise<boolean>
}

/** What an administrator changes of an account, beside its password. */
export type AccountEdit = Partial<Pick<NewAccount, 'permission' | 'expiresS'>> & { readonly groupId?: number }

export interface PasswordChange {
  readonly from: string
  readonly to: string
  readonly expiresS?: number
}

export function createAccountStore(database: Database): AccountStore {
  const db = database.tables<Tables>()
  const findBy = async (column: 'users.name' | 'users.ext_user', name: string): Promise<StoredAccount | undefined> => {
    // No stored name has NUL, and PostgreSQL fails a query for one. Names of `Authorization` and of sockets come here.
    if (name.includes('\0')) return undefined
    return toAccount(await accounts(db).where(column, '=', name).executeTakeFirst())
  }
  return {
    find: (name) => findBy('users.name', name),
    findExternal: (externalUser) => findBy('users.ext_user', externalUser),
    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
    },
    add: (account) => db.transaction().execute((transaction) => add(transaction, account)),
    async edit(name, { permission, groupId, expiresS }) {
      const values = {
        ...(permission !== undefined && { permission }),
        ...(groupId !== undefined && { group_id: groupId }),
        ...(expiresS !== undefined && { expires_s: expiresS }),
      }
      if (Object.keys(values).length === 0) return (await this.find(name))?.id ?? null
      const change = db.updateTable('users').set(values).where('name', '=', name).returning('id')
      return (await change.executeTakeFirst())?.id ?? null
    },
    async remove(name) {
      const removal = db.deleteFrom('users').where('name', '=', name).returning('id')
      return (await removal.executeTakeFirst())?.id ?? null
    },
    async setPasswordHash(name, passwordHash) {
      const change = db.updateTable('users').set({ password_hash: passwordHash }).where('name', '=', name)
      return (await change.executeTakeFirst()).numUpdatedRows > 0n
    },
    async replacePasswordHash(id, { from, to, expiresS }) {
      const change = db
        .updateTable('users')
        .set({ password_hash: to, ...(expiresS !== undefined && { expires_s: expiresS }) })
        .where('id', '=', id)
        .where('password_hash', '=', from)
      return (await change.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}

async function add(db: Kysely<Tables>, account: NewAccount): Promise<'added' | 'taken' | 'full'> {
  // Holds the root group's row until the end, so that two who add the last account take turns.
  const root = await db
    .updateTable('groups')
    .set((group) => ({ name: group.ref('name') }))
    .where('parent_id', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('users')
    .select((user) => user.fn.countAll<number | bigint | string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= USERS_MAX) return 'full'
  const { name, passwordHash, permission, groupId, expiresS, mapLocation, external } = account
  const row: Omit<UserTable, 'id'> = {
    name,
    permission,
    password_hash: passwordHash,
    expires_s: expiresS,
    map_location: mapLocation,
    group_id: groupId === 'root' ? root.id : groupId,
    ext_user: external?.user ?? null,
    ext_password_hash: external?.passwordHash ?? null,
  }
  const added = await db
    .insertInto('users')
    .values(row as UserTable)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n ? 'added' : 'taken'
}

function accounts(db: Kysely<Tables>) {
  return db
    .selectFrom('users')
    .innerJoin('permission_groups', 'permission_groups.id', 'users.permission')
    .selectAll('users')
    .select('permission_groups.access')
}

function toAccount(row: (UserTable & { access: string }) | undefined): StoredAccount | undefined {
  if (row === undefined) return undefined
  const { id, name, permission, access, password_hash, group_id, expires_s, map_location } = row
  const { ext_user: user, ext_password_hash: externalHash } = row
  return {
    id,
    name,
    permission,
    access,
    passwordHash: password_hash,
    groupId: group_id,
    expiresS: expires_s,
    mapLocation: map_location,
    external: user === null || externalHash === null ? null : { user, passwordHash: externalHash },
  }
}
