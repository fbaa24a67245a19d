import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { createAccountStore } from './accounts/account.store.ts'
import { createAccountFeed } from './accounts/account-feed.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { createRegistry, type Registry } from './devices/registry.ts'
import { createDirectoryChanges, type DirectoryChanges } from './directory-changes.ts'
import { createPermissionStore } from './permissions/permission.store.ts'
import { createPermissions, type Permissions } from './permissions/permissions.ts'
import { createVisibility, type Visibility } from './permissions/visibility.ts'

/**
 * Who sees and may do what, changed while the server runs. Everything that is open is checked again at once: what a new
 * request would be refused is ended.
 */
export interface Directory {
  /** Devices and their groups. */
  readonly registry: Registry
  readonly accounts: Accounts
  readonly permissions: Permissions
  readonly visibility: Visibility
  /** Every change of the four above. */
  readonly changes: DirectoryChanges
  close(): Promise<void>
}

export async function createDirectory(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  /** How many devices can be registered. */
  readonly maxDevices: number
}): Promise<Directory> {
  const { database, bus } = deps
  const log = deps.log.child({ part: 'directory' })
  const changes = createDirectoryChanges((error) =>
    log.error({ err: error }, 'a change of the directory could not be applied everywhere'),
  )
  const registry = await createRegistry({ ...deps, changes })
  const feed = createAccountFeed(bus, changes, (reason) =>
    log.error({ reason }, 'a change of an account from another server cannot be read: all rights are read again'),
  )
  return {
    registry,
    accounts: createAccounts({ store: createAccountStore(database), feed }),
    permissions: createPermissions({ store: createPermissionStore(database), feed }),
    visibility: createVisibility({ registry, changes }),
    changes,
    close: async () => feed.close(),
  }
}
