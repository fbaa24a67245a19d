import type { TokenScope } from '@fleetglass/contract/account'
import type { StoredAccount } from '../directory/index.ts'

/** The token by which an account came. */
export interface Held {
  /** The session that it belongs to, by its hash; `null`: it is an API token. */
  readonly session: string | null
  readonly scope?: TokenScope
  /** Whether it has not ended. */
  isOpen(): Promise<boolean>
}

export interface ByToken {
  readonly stored: StoredAccount
  readonly held: Held
}
