import { z } from 'zod'
import { type Bus, defineJsonCodec, whenRestored } from '../../../platform/bus/index.ts'
import type { AccountChange, DirectoryChanges, PermissionChange, RightsChange } from '../directory-changes.ts'

type FeedChange = AccountChange | PermissionChange | RightsChange

/** Changes of accounts and permissions reach every server of the site: each of them holds sessions. */
export interface AccountFeed {
  publish(change: FeedChange): void
  close(): void
}

const SUBJECT = 'directory.accounts'

/** Accounts in one message: a permission group may have any number. */
const ACCOUNTS_AT_ONCE = 1_000

const codec = defineJsonCodec({
  name: 'change of an account',
  version: 1,
  maxBytes: 32 * 1024,
  schema: z.union([
    z.object({
      of: z.literal('account'),
      kind: z.enum(['added', 'edited', 'removed', 'logged-out']),
      accountId: z.int(),
    }),
    z.object({
      of: z.literal('permission'),
      kind: z.literal('edited'),
      permission: z.int(),
      accountIds: z.array(z.int()).max(ACCOUNTS_AT_ONCE).readonly(),
    }),
    z.object({ of: z.literal('rights'), kind: z.literal('read-again') }),
  ]),
})

/**
 * Publishes on the bus, and hands what comes from the bus, its own changes included, to the subscribers of this process. What
 * cannot be read may have taken a right away, so all rights are read again.
 */
export function createAccountFeed(
  bus: Bus,
  changes: DirectoryChanges,
  onUnreadable: (reason: string) => void,
): AccountFeed {
  const subscription = bus.subscribe(SUBJECT, (bytes) => {
    const decoded = codec.decode(bytes)
    if (!decoded.ok) onUnreadable(decoded.reason)
    changes.publish([decoded.ok ? decoded.value : { of: 'rights', kind: 'read-again' }])
  })
  // An account may have lost a right meanwhile.
  const watch = whenRestored(bus, () => changes.publish([{ of: 'rights', kind: 'read-again' }]))
  return {
    publish(change) {
      for (const part of partsOf(change)) bus.publish(SUBJECT, codec.encode(part))
    },
    close() {
      subscription.close()
      watch.close()
    },
  }
}

function partsOf(change: FeedChange): readonly FeedChange[] {
  if (change.of !== 'permission') return [change]
  const { accountIds } = change
  const parts: FeedChange[] = []
  let start = 0
  // A group without accounts is one message too.
  do {
    parts.push({ ...change, accountIds: accountIds.slice(start, start + ACCOUNTS_AT_ONCE) })
    start += ACCOUNTS_AT_ONCE
  } while (start < accountIds.length)
  return parts
}
