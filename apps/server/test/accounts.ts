// Accounts and groups for a test, through the stores that the server itself uses, beside a server that runs.
import { join } from 'node:path'
import { fullAccess } from '@fleetglass/contract/access'
import { migrations } from '../migrations/index.ts'
import { systemClock } from '../src/platform/clock/index.ts'
import { openDatabase } from '../src/platform/database/index.ts'
import { hashOfPassword, slowHash } from '../src/services/authentication/password.ts'
import { createAccountStore } from '../src/services/directory/index.ts'
import { changeDatabase } from './databases/database-file.ts'
import { ADMIN_PASSWORD, CHEAP_HASH } from './harness.ts'
import { threadsOfTests } from './threads/thread-pool.ts'

export interface TestUser {
  readonly name: string
  /** Left out: the administrator's, which costs no slow hash of its own. */
  readonly password?: string
  /** Left out: 2. A permission group above 3 is made, or changed, with `access`. */
  readonly permission?: number
  /** One character a flag; also changes a built-in permission group, for all its users. Left out: as it is, or every flag. */
  readonly access?: string
  /** Id of a group; left out: the root group. */
  readonly groupId?: number
  readonly expiresS?: number
  readonly mapLocation?: string
  /** What is older does not exist for the user; left out: there is no such limit. */
  readonly retentionDays?: number
  readonly external?: { readonly user: string; readonly password: string }
}

const hashes = new Map<string, Promise<string>>()

/** A test's passwords are few: each is hashed once, at the cost that the server has for its own. */
function hashed(password: string, hashCost: 'real' | undefined): Promise<string> {
  const key = `${hashCost} ${password}`
  const known = hashes.get(key) ?? slowHash(hashOfPassword(password), hashCost === 'real' ? undefined : CHEAP_HASH)
  hashes.set(key, known)
  return known
}

interface ServerOfUsers {
  readonly data: string
  readonly hashCost?: 'real'
}

/** Adds accounts to the SQLite file in a data folder; a server on it knows them at once. Throws when one is refused. */
export async function addUsers(server: ServerOfUsers, ...users: readonly TestUser[]): Promise<void> {
  const onFailure = (error: Error): void => {
    throw error
  }
  const location = join(server.data, 'fleetglass.sqlite')
  for (const { permission = 2, access } of users) {
    if (access !== undefined || permission > 3) await setAccess(server, permission, access ?? fullAccess)
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, threads: threadsOfTests, onFailure })
  try {
    const store = createAccountStore(database)
    for (const user of users) {
      const { name, password = ADMIN_PASSWORD, permission = 2, external, mapLocation = '' } = user
      const result = await store.add({
        name,
        permission,
        mapLocation,
        ...(user.retentionDays !== undefined && { retentionDays: user.retentionDays }),
        passwordHash: await hashed(password, server.hashCost),
        groupId: user.groupId ?? 'root',
        expiresS: user.expiresS ?? null,
        external: external
          ? { user: external.user, passwordHash: await hashed(external.password, server.hashCost) }
          : null,
      })
      if (result !== 'added') throw new Error(`${name}: ${result}`)
    }
  } finally {
    await database.close()
  }
}

/** Gives a permission group other flags, for all its users, and makes it when there is none. */
export function setAccess(server: { readonly data: string }, permission: number, access: string): Promise<void> {
  return write(
    server,
    `insert into permission_groups (id, name, access) values (?, ?, ?) on conflict (id) do update set access = excluded.access`,
    [permission, `permission ${permission}`, access],
  )
}

/** Adds a group; a server learns of it when it starts. The root has the id 1. */
export function addGroup(
  server: { readonly data: string },
  { id, parentId = 1, name }: { readonly id: number; readonly parentId?: number; readonly name: string },
): Promise<void> {
  return write(server, 'insert into groups (id, parent_id, name) values (?, ?, ?)', [id, parentId, name])
}

/** Puts a registered device into a group; a server learns of it when it starts. */
export function moveDevice(server: { readonly data: string }, deviceId: string, groupId: number): Promise<void> {
  const statement =
    'update device_groups set group_id = ? where device_key = (select key from devices where device_id = ?)'
  return write(server, statement, [groupId, deviceId])
}

function write(
  server: { readonly data: string },
  statement: string,
  values: readonly (string | number)[],
): Promise<void> {
  return changeDatabase(server, (file) => {
    file.prepare(statement).run(...values)
  })
}
