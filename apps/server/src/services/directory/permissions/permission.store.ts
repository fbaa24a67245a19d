import {
  type AccessChange,
  fullLengthAccess,
  LAST_BUILT_IN,
  PERMISSION_GROUPS_MAX,
  PERMISSION_NAME_MAX,
  type PermissionGroup,
} from '@fleetglass/contract/permissions'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

interface Tables {
  users: { id: number; name: string; permission: number }
  permission_groups: { id: number; name: string; access: string }
}

/** Why a change of permission groups was not made. */
export type PermissionRefusal =
  | { readonly kind: 'unknown'; readonly id: number }
  /** Another user changed the group after the caller read it. */
  | { readonly kind: 'changed'; readonly name: string }
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'name-taken'; readonly name: string }
  | { readonly kind: 'in-use'; readonly name: string; readonly users: readonly string[] }
  | { readonly kind: 'full' }

/** A permission group that has other flags now, with the accounts that have it. */
export interface ChangedPermission {
  readonly permission: number
  readonly accountIds: readonly number[]
}

export interface AccessSave {
  readonly permissions: readonly AccessChange[]
  /** Indexes of the flags that are saved; left out: all. */
  readonly rows?: readonly number[] | undefined
}

/** Permission groups: one character per access flag, `1` where granted. */
export interface PermissionStore {
  /** Ordered by their id, their flags at full length. */
  list(): Promise<PermissionGroup[]>
  /** All of it or nothing. */
  saveAccess(save: AccessSave): Promise<readonly ChangedPermission[] | PermissionRefusal>
  rename(id: number, name: string): Promise<PermissionRefusal | null>
  /** The copy has the lowest free id above those that are built in. */
  copy(id: number): Promise<PermissionRefusal | null>
  remove(id: number): Promise<PermissionRefusal | null>
}

export function createPermissionStore(database: Database): PermissionStore {
  const db = database.tables<Tables>()
  return {
    list: async () => (await db.selectFrom('permission_groups').selectAll().orderBy('id').execute()).map(toGroup),
    saveAccess: (save) =>
      db.transaction().execute(async (transaction) => saveAccess(transaction, await lockedGroups(transaction), save)),
    rename: (id, name) =>
      db.transaction().execute(async (transaction) => {
        const groups = await lockedGroups(transaction)
        const refusal = refusalOfChange(groups, id)
        if (refusal !== null) return refusal
        if (groups.some((group) => group.id !== id && group.name === name)) return { kind: 'name-taken', name }
        await transaction.updateTable('permission_groups').set({ name }).where('id', '=', id).execute()
        return null
      }),
    copy: (id) =>
      db.transaction().execute(async (transaction) => {
        const groups = await lockedGroups(transaction)
        const original = groups.find((group) => group.id === id)
        if (original === undefined) return { kind: 'unknown', id }
        if (groups.length >= PERMISSION_GROUPS_MAX) return { kind: 'full' }
        const taken = new Set(groups.map((group) => group.id))
        let free = LAST_BUILT_IN + 1
        while (taken.has(free)) free += 1
        const copied = { id: free, name: freeName(original.name, groups), access: original.access }
        await transaction.insertInto('permission_groups').values(copied).execute()
        return null
      }),
    remove: (id) =>
      db.transaction().execute(async (transaction) => {
        const groups = await lockedGroups(transaction)
        const refusal = refusalOfChange(groups, id)
        if (refusal !== null) return refusal
        const { name = '' } = groups.find((group) => group.id === id) ?? {}
        const found = transaction.selectFrom('users').select('name').where('permission', '=', id).orderBy('name')
        const users = (await found.execute()).map((user) => user.name)
        if (users.length > 0) return { kind: 'in-use', name, users }
        await transaction.deleteFrom('permission_groups').where('id', '=', id).execute()
        return null
      }),
  }
}

/** "Operator copy", or "Operator copy 2" where that exists; a long name is cut, so that it stays within the limit. */
function freeName(original: string, groups: readonly PermissionGroup[]): string {
  const taken = new Set(groups.map((group) => group.name))
  for (let n = 1; ; n++) {
    const ending = n === 1 ? ' copy' : ` copy ${n}`
    const name = original.slice(0, PERMISSION_NAME_MAX - ending.length) + ending
    if (!taken.has(name)) return name
  }
}

/** Locks the rows of all groups until the transaction ends, so that two administrators take turns. */
async function lockedGroups(db: Kysely<Tables>): Promise<PermissionGroup[]> {
  const locked = db
    .updateTable('permission_groups')
    .set((group) => ({ name: group.ref('name') }))
    .returningAll()
  return (await locked.execute()).map(toGroup)
}

async function saveAccess(
  db: Kysely<Tables>,
  groups: readonly PermissionGroup[],
  { permissions, rows }: AccessSave,
): Promise<readonly ChangedPermission[] | PermissionRefusal> {
  const changed: ChangedPermission[] = []
  const saved: { readonly id: number; readonly access: string }[] = []
  for (const { id, access, was } of permissions) {
    const group = groups.find((one) => one.id === id)
    if (group === undefined) return { kind: 'unknown', id }
    const places = rows ?? [...group.access].keys()
    if (was !== undefined && differsAt(group.access, fullLengthAccess(was), places)) {
      return { kind: 'changed', name: group.name }
    }
    const after = withPlacesOf(group.access, fullLengthAccess(access), places)
    if (after !== group.access) saved.push({ id, access: after })
  }
  for (const { id, access } of saved) {
    await db.updateTable('permission_groups').set({ access }).where('id', '=', id).execute()
    const users = await db.selectFrom('users').select('id').where('permission', '=', id).execute()
    changed.push({ permission: id, accountIds: users.map((user) => user.id) })
  }
  return changed
}

function differsAt(one: string, other: string, places: Iterable<number>): boolean {
  return [...places].some((place) => one[place] !== other[place])
}

/** `access` with the characters of `from` at these places. */
function withPlacesOf(access: string, from: string, places: Iterable<number>): string {
  const taken = new Set(places)
  return [...access].map((flag, place) => (taken.has(place) ? (from[place] ?? '0') : flag)).join('')
}

function refusalOfChange(groups: readonly PermissionGroup[], id: number): PermissionRefusal | null {
  const group = groups.find((one) => one.id === id)
  if (group === undefined) return { kind: 'unknown', id }
  return id <= LAST_BUILT_IN ? { kind: 'built-in', name: group.name } : null
}

function toGroup({ id, name, access }: Tables['permission_groups']): PermissionGroup {
  return { id, name, access: fullLengthAccess(access) }
}
