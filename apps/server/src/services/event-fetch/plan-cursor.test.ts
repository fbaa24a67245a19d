import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { errorCode } from '../../../test/failures.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'
import { createEventMedia } from '../event-media/index.ts'
import { createEventStore } from '../events/index.ts'
import { createEventFetchStore, LEASE_MS } from './event-fetch.store.ts'
import { MAX_WAITING_OF_DEVICE, PlanCursor } from './plan-cursor.ts'

const CODE = 768
const settings = {
  action: 'fetch' as const,
  channels: [1],
  mainStreamChannels: [],
  media: { video: true, audio: false, snapshot: false },
  beforeS: 5,
  afterS: 5,
  isTimed: false,
  timeParts: [],
  intervalS: 0,
  longestS: 0,
  accOffOnly: false,
  isUploaded: false,
  uploadUrl: '',
}

onBothDatabases('the plans of new events', (databases) => {
  async function site(plan: Partial<typeof settings> = {}) {
    const database: Database = await databases.open()
    const clock = createManualClock()
    const log = createLog('silent', { write: () => undefined })
    const store = createEventFetchStore(database)
    const media = createEventMedia(database, clock)
    const channels = [{ number: 1, enabled: true }]
    const device = { key: 7, deviceId: 'bus', video: 'live-only', channels } as unknown as RegisteredDevice
    const registry = { byKey: (key: number) => (key === 7 ? device : undefined) }
    const planOf = () => ({ ...settings, ...plan })
    const events = createEventStore(database, clock)
    const nowS = Math.floor(clock.nowMs() / 1000)
    const add = (count: number, deviceKey = 7) =>
      events.add(
        Array.from({ length: count }, (_, at) => ({
          change: 'new' as const,
          deviceKey,
          deviceId: 'bus',
          timeS: nowS - 1000 + at,
          code: CODE,
          name: '',
          memo: '',
          call: false,
          place: null,
          late: false,
        })),
      )
    const cursor = () => new PlanCursor({ clock, log, store, media, registry, planOf })
    return { clock, store, media, events, nowS, add, cursor }
  }
  async function applyAll(cursor: PlanCursor): Promise<void> {
    while (await cursor.applyNext());
  }

  it('[PLAN-42] are applied once, also by two processes at a time and after a start', async () => {
    const { store, add, cursor } = await site()
    const added = await add(120)
    await Promise.all([applyAll(cursor()), applyAll(cursor())])
    await applyAll(cursor())
    expect([await store.waitingOf(7), await store.cursor()]).toEqual([120, added.at(-1)?.serial])
    await add(1, 8)
    await applyAll(cursor())
    expect(await store.waitingOf(8)).toBe(0)
  })

  it('of a flood of one device as many are fetched as may wait; the others say so, and are stored', async () => {
    const { store, media, add, cursor } = await site()
    const added = await add(MAX_WAITING_OF_DEVICE + 50)
    await applyAll(cursor())
    expect(await store.waitingOf(7)).toBe(MAX_WAITING_OF_DEVICE)
    const items = [...(await media.ofEvents(added.map(({ serial }) => serial))).values()].flat()
    expect(items.filter(({ reason }) => reason === errorCode('too-many-event-fetches'))).toHaveLength(50)
    expect(items.filter(({ state }) => state === 'waiting')).toHaveLength(MAX_WAITING_OF_DEVICE)
  })

  it('[PLAN-50] the least interval counts within one round and over the next ones', async () => {
    const { store, add, cursor } = await site({ intervalS: 10 })
    await add(25)
    await applyAll(cursor())
    expect(await store.waitingOf(7)).toBe(3)
    // Of the memory of the device: the last one was 20 s later.
    await add(5)
    await applyAll(cursor())
    expect(await store.waitingOf(7)).toBe(4)
  })

  it('what one process has taken another one takes only when its lease has ended', async () => {
    const { clock, store, add, cursor } = await site({ beforeS: 60, afterS: 0 })
    await add(1)
    await applyAll(cursor())
    const options = { kind: 'footage' as const, isAccOff: true, oldestFirst: true }
    const claim = (holder: string, nowMs = clock.nowMs()) => store.claim(7, { ...options, holder, nowMs })
    const taken = await claim('one')
    expect([taken?.deviceId, await claim('two')]).toEqual(['bus', null])
    await store.renew([taken?.id ?? 0], 'one', clock.nowMs() + LEASE_MS)
    expect(await claim('two', clock.nowMs() + LEASE_MS + 1)).toBeNull()
    expect(await claim('two', clock.nowMs() + 2 * LEASE_MS + 1)).toMatchObject({ id: taken?.id })
  })

  it('what waits for an event that was removed is removed too', async () => {
    const { store, add, events, cursor, nowS } = await site()
    await add(3)
    await applyAll(cursor())
    await events.removeBefore({ beforeS: nowS - 998, limit: 10 })
    await store.removeOrphans()
    expect(await store.waitingOf(7)).toBe(1)
  })
})
