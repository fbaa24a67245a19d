import { z } from 'zod'
import type { Bus } from '../../../platform/bus/index.ts'
import type { AccountChange, DirectoryChanges, PermissionChange, RightsChange } from '../directory-changes.ts'

type FeedChange = AccountChange | PermissionChange | RightsChange

/** Changes of accounts and permissions reach every server of the site: each of them holds sessions. */
export interface AccountFeed {
  publish(change: FeedChange): void
  close(): void
}

const SUBJECT = 'directory.accounts'

const changeSchema: z.ZodType<FeedChange> = z.union([
  z.object({
    of: z.literal('account'),
    kind: z.enum(['added', 'edited', 'removed', 'logged-out']),
    accountId: z.int(),
  }),
  z.object({
    of: z.literal('permission'),
    kind: z.literal('edited'),
    permission: z.int(),
    accountIds: z.array(z.int()),
  }),
  z.object({ of: z.literal('rights'), kind: z.literal('read-again') }),
])

/** Publishes on the bus, and hands what comes from the bus, its own changes included, to the subscribers of this process. */
export function createAccountFeed(bus: Bus, changes: DirectoryChanges): AccountFeed {
  const subscription = bus.subscribe(SUBJECT, (bytes) => {
    changes.publish([changeSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))])
  })
  return {
    publish: (change) => bus.publish(SUBJECT, new TextEncoder().encode(JSON.stringify(change))),
    close: () => subscription.close(),
  }
}
