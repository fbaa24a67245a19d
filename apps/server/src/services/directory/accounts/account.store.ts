import type { SecondFactorState } from '@fleetglass/contract/account'
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
  retention_days: number
  mail: string
  phone: string
  memo: string
  updated_s: number
  login_s: number
  second_factor: number
  second_factor_required: number
}

interface Tables {
  users: UserTable
  permission_groups: { id: number; access: string }
  groups: { id: number; parent_id: number | null; name: string }
}

/** What an administrator stores of an account beside its rights. */
export interface AccountProfile {
  /** Days back that the user may query and play; 0: without a limit. */
  readonly retentionDays: number
  readonly mail: string
  readonly phone: string
  readonly memo: string
  /** Unix seconds of the last change by an administrator; 0: there was none. */
  readonly updatedS: number
}

/** The properties of a new account. */
export interface NewAccount extends Partial<AccountProfile> {
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
  /** The identity of this account at another site; `passwordHash` as above, of the external password. */
  readonly external: { readonly user: string; readonly passwordHash: string } | null
}

/** An account as it is stored, with the flags of its permission group. */
export interface StoredAccount extends Required<NewAccount> {
  readonly id: number
  /** Unix seconds of the last login; 0: there was none. */
  readonly loginS: number
  readonly access: string
  readonly secondFactor: SecondFactorState
  /** An administrator wants the user to have a second factor. */
  readonly isSecondFactorRequired: boolean
  readonly groupId: number
}

export interface AccountStore {
  find(name: string): Promise<StoredAccount | undefined>
  findExternal(externalUser: string): Promise<StoredAccount | undefined>
  isEmpty(): Promise<boolean>
  /** `taken`: the name, or the external one, belongs to another account. */
  add(account: NewAccount): Promise<'added' | 'taken' | 'full'>
  /** All accounts, by name. */
  list(): Promise<StoredAccount[]>
  /** The id of the account; `taken`: the external name belongs to another one. */
  edit(name: string, change: AccountEdit): Promise<number | 'unknown' | 'taken'>
  loggedIn(id: number, atS: number): Promise<void>
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

/** What an administrator changes of an account. */
export type AccountEdit = Partial<Omit<NewAccount, 'name' | 'groupId'>> & {
  readonly groupId?: number
  readonly loginS?: number
  readonly isSecondFactorRequired?: boolean
}

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
    const row = await accounts(db).where(column, '=', name).executeTakeFirst()
    return row && toAccount(row)
  }
  return {
    find: (name) => findBy('users.name', name),
    findExternal: (externalUser) => findBy('users.ext_user', externalUser),
    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
    },
    add: (account) => db.transaction().execute((transaction) => add(transaction, account)),
    list: async () => (await accounts(db).orderBy('users.name').execute()).map(toAccount),
    edit: (name, change) => db.transaction().execute((transaction) => edit(transaction, name, change)),
    async loggedIn(id, atS) {
      await db.updateTable('users').set({ login_s: atS }).where('id', '=', id).execute()
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

async function edit(db: Kysely<Tables>, name: string, change: AccountEdit): Promise<number | 'unknown' | 'taken'> {
  const { external } = change
  // Its own row is written first, so that two who change one account take turns.
  const locked = db
    .updateTable('users')
    .set((user) => ({ name: user.ref('name') }))
    .where('name', '=', name)
    .returning('id')
  const id = (await locked.executeTakeFirst())?.id
  if (id === undefined) return 'unknown'
  if (external) {
    const others = db.selectFrom('users').select('id').where('ext_user', '=', external.user).where('id', '!=', id)
    if ((await others.executeTakeFirst()) !== undefined) return 'taken'
  }
  const values = columnsOf(change)
  if (Object.keys(values).length > 0) await db.updateTable('users').set(values).where('id', '=', id).execute()
  return id
}

/** The columns of what is given. */
function columnsOf(change: AccountEdit): Partial<Omit<UserTable, 'id' | 'name'>> {
  const { external } = change
  const given = {
    permission: change.permission,
    password_hash: change.passwordHash,
    group_id: change.groupId,
    expires_s: change.expiresS,
    map_location: change.mapLocation,
    retention_days: change.retentionDays,
    mail: change.mail,
    phone: change.phone,
    memo: change.memo,
    updated_s: change.updatedS,
    login_s: change.loginS,
    second_factor_required:
      change.isSecondFactorRequired === undefined ? undefined : Number(change.isSecondFactorRequired),
    ...(external !== undefined && {
      ext_user: external?.user ?? null,
      ext_password_hash: external?.passwordHash ?? null,
    }),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
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
  const { name, groupId, ...rest } = account
  const row = { name, ...columnsOf({ ...rest, groupId: groupId === 'root' ? root.id : groupId }) }
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

function toAccount(row: UserTable & { access: string }): StoredAccount {
  const { id, name, permission, access, password_hash, group_id, expires_s, map_location } = row
  const { ext_user: user, ext_password_hash: externalHash } = row
  const isSecondFactorRequired = row.second_factor_required === 1
  return {
    id,
    name,
    permission,
    access,
    passwordHash: password_hash,
    groupId: group_id,
    expiresS: expires_s,
    mapLocation: map_location,
    retentionDays: row.retention_days,
    mail: row.mail,
    phone: row.phone,
    memo: row.memo,
    updatedS: row.updated_s,
    loginS: row.login_s,
    secondFactor: row.second_factor === 1 ? 'on' : isSecondFactorRequired ? 'required' : 'off',
    isSecondFactorRequired,
    external: user === null || externalHash === null ? null : { user, passwordHash: externalHash },
  }
}
