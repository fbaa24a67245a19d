import type { AnyCaller } from '../../../platform/access-policy/index.ts'

/** A user of the site, as the caller of an endpoint. */
export interface Account extends AnyCaller {
  /** The account sees the devices of this group and of those below it; permission 0 sees all. */
  readonly groupId: number
  /** Days back that it may query and play; left out or 0: without a limit. */
  readonly retentionDays?: number
}

declare module '../../../platform/access-policy/caller.ts' {
  interface CallerTypes {
    readonly account: Account
  }
}
