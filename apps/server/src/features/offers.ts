import type { ResolvedOptions } from '@fleetglass/contract/variants'
import type { Clock } from '../platform/clock/index.ts'
import type { ServerConfig } from '../platform/config/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Registry, Visibility } from '../services/directory/index.ts'

/** What `app/` offers to features. A feature receives the parts that its `needs` names. */
export interface Offers {
  readonly clock: Clock
  readonly config: ServerConfig
  readonly database: Database
  readonly dataFolder: { readonly path: string }
  readonly log: Log
  /** The options of the site, with their defaults filled in. */
  readonly site: ResolvedOptions
  readonly registry: Registry
  /** Which devices exist for an account. */
  readonly visibility: Visibility
}
