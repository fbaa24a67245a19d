import { createManualClock } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { type Bus, type BusChange, createInProcessBus } from '../../../platform/bus/index.ts'
import { createDirectoryChanges, type DirectoryChange } from '../directory-changes.ts'
import { createAccountFeed } from './account-feed.ts'

function fail(error: unknown): never {
  throw error
}

function start() {
  const bus = createInProcessBus({ clock: createManualClock(), onError: fail })
  const changes = createDirectoryChanges()
  const received: DirectoryChange[] = []
  changes.subscribe('access', (published) => received.push(...published))
  const unreadable: string[] = []
  const feed = createAccountFeed(bus, changes, (reason) => unreadable.push(reason))
  onTestFinished(() => feed.close())
  return { bus, feed, received, unreadable }
}

it('reports a permission group of any number of accounts, in messages of a limited size', () => {
  const { feed, received } = start()
  const accountIds = Array.from({ length: 2_500 }, (_, n) => 2_000_000_000 + n)
  feed.publish({ of: 'permission', kind: 'edited', permission: 2, accountIds })
  expect(received.map((change) => (change.of === 'permission' ? change.accountIds.length : null))).toEqual([
    1000, 1000, 500,
  ])
  expect(received.flatMap((change) => (change.of === 'permission' ? change.accountIds : []))).toEqual(accountIds)
  feed.publish({ of: 'permission', kind: 'edited', permission: 3, accountIds: [] })
  expect(received.at(-1)).toEqual({ of: 'permission', kind: 'edited', permission: 3, accountIds: [] })
})

it.each([
  ['of another version', [9, 0x7b, 0x7d]],
  ['without content', []],
  ['that is not JSON', [1, 0x7b]],
  ['of a kind that is not known', [1, ...new TextEncoder().encode('{"of":"moon"}')]],
])('takes a message %s as a change of all rights', (_, bytes) => {
  const { bus, received, unreadable } = start()
  bus.publish('directory.accounts', Uint8Array.from(bytes))
  expect(received).toEqual([{ of: 'rights', kind: 'read-again' }])
  expect(unreadable).toHaveLength(1)
})

it('takes an outage of the bus as a change of all rights: one of them may have been lost', () => {
  const bus = createInProcessBus({ clock: createManualClock(), onError: fail })
  const watchers: ((change: BusChange) => void)[] = []
  const watch: Bus['watch'] = (changed) => {
    watchers.push(changed)
    return { close: () => undefined }
  }
  const changes = createDirectoryChanges()
  const received: DirectoryChange[] = []
  changes.subscribe('access', (published) => received.push(...published))
  const feed = createAccountFeed({ ...bus, watch }, changes, fail)
  onTestFinished(() => feed.close())
  for (const changed of watchers) changed('interrupted')
  expect(received).toEqual([])
  for (const changed of watchers) changed('restored')
  expect(received).toEqual([{ of: 'rights', kind: 'read-again' }])
})
