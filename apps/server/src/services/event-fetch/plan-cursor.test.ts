import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { errorCode } from '../../../test/failures.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'
import { createEventMedia } from '../event-media/index.ts'
import { createEventStore } from '../events/index.ts'
import { createEventFetchStore, type EventFetchStore, LEASE_MS } from './event-fetch.store.ts'
import { createEventUploadStore, UPLOAD_LEASE_MS } from './event-uploads.store.ts'
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
    const add = (count: number, deviceKey = 7, firstS = nowS - 1000) =>
      events.add(
        Array.from({ length: count }, (_, at) => ({
          change: 'new' as const,
          deviceKey,
          deviceId: 'bus',
          timeS: firstS + at,
          code: CODE,
          name: '',
          memo: '',
          call: false,
          place: null,
          late: false,
        })),
      )
    const cursor = (change: Partial<EventFetchStore> = {}) =>
      new PlanCursor({ clock, log, store: { ...store, ...change }, media, registry, planOf, mostWaiting: () => 10_000 })
    return { database, clock, store, media, events, nowS, add, cursor }
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

  it('an event does not wait for a fetch that was not stored with the move of the cursor', async () => {
    const { media, add, cursor } = await site()
    const [event] = await add(1)
    const killed = cursor({ advance: () => Promise.reject(new Error('the server was killed')) })
    await expect(killed.applyNext()).rejects.toThrow('killed')
    expect((await media.ofEvents([event?.serial ?? 0])).size).toBe(0)
  })

  it('media that one process has fetched stay, when another one that was slower applies the same plans', async () => {
    const { store, media, add, cursor } = await site()
    const [event] = await add(1)
    const item = { serial: event?.serial ?? 0, kind: 'footage' as const, channel: 1 }
    const slow = cursor({
      async eventsAfter(serial, limit) {
        const events = await store.eventsAfter(serial, limit)
        await applyAll(cursor())
        const file = { path: 'event-media/bus/1-ch1.mp4', bytes: 9, startS: 1, endS: 2 }
        await media.put({ ...item, ...file, state: 'done', percent: 100, tries: 1, reason: null })
        return events
      },
    })
    await slow.applyNext()
    expect(await media.find(item)).toMatchObject({ state: 'done', path: 'event-media/bus/1-ch1.mp4' })
    expect(await store.waitingOf(7)).toBe(1)
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

  it('[PLAN-50] the least interval counts between live events when a late one was fetched in between', async () => {
    const { nowS, store, add, cursor } = await site({ intervalS: 60 })
    for (const [timeS, waiting] of [
      [nowS, 1],
      [nowS - 1800, 2],
      [nowS + 10, 2],
      [nowS - 1790, 2],
      [nowS - 1700, 3],
      [nowS + 60, 4],
    ] as const) {
      await add(1, 7, timeS)
      await applyAll(cursor())
      expect(await store.waitingOf(7), `${timeS - nowS} s`).toBe(waiting)
    }
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

  it('a process whose lease has passed to another one changes nothing of the fetch any more', async () => {
    const { clock, store, add, cursor } = await site({ beforeS: 60, afterS: 0 })
    await add(1)
    await applyAll(cursor())
    const options = { kind: 'footage' as const, isAccOff: true, oldestFirst: true }
    const { id = 0 } = (await store.claim(7, { ...options, holder: 'slow', nowMs: clock.nowMs() })) ?? {}
    await store.claim(7, { ...options, holder: 'other', nowMs: clock.nowMs() + LEASE_MS })
    const slow = { id, holder: 'slow' }
    expect([
      await store.renew([id], 'slow', clock.nowMs()),
      await store.narrow(slow, []),
      await store.release(slow, { notBeforeMs: 0, tries: 9 }),
      await store.remove(slow),
    ]).toEqual([[id], false, false, false])
    const taken = await store.claim(7, { ...options, holder: 'third', nowMs: clock.nowMs() + 2 * LEASE_MS })
    expect(taken).toMatchObject({ id, channels: [1], tries: 0 })
    expect(await store.remove({ id, holder: 'third' })).toBe(true)
  })

  it('a process whose lease of an upload has passed to another one does not end the upload', async () => {
    const { clock, database } = await site()
    const store = createEventUploadStore(database)
    const file = { path: 'a.mp4', name: 'a.mp4', bytes: 1, target: 'ftp://host/' }
    await store.add({ serial: 1, deviceId: 'bus', timeS: 1, ...file, addedMs: clock.nowMs() }, 10)
    const [upload] = await store.claim('slow', clock.nowMs(), 1)
    const nowMs = clock.nowMs() + UPLOAD_LEASE_MS
    await store.claim('other', nowMs, 1)
    const end = { state: 'failed' as const, reason: null, tries: 3, notBeforeMs: nowMs, address: '' }
    expect(await store.end({ id: upload?.id ?? 0, holder: 'slow' }, end)).toBe(false)
    expect(await store.newest(1)).toMatchObject([{ state: 'waiting', tries: 0 }])
  })

  it('times of fetches and uploads that a clock wrote which was a year ahead hold up nothing', async () => {
    const { clock, database, store, add, cursor } = await site({ beforeS: 60, afterS: 0 })
    await add(1)
    await applyAll(cursor())
    const options = { kind: 'footage' as const, isAccOff: true, oldestFirst: true }
    const nowMs = clock.nowMs()
    const aheadMs = nowMs + 365 * 86_400_000
    const { id = 0 } = (await store.claim(7, { ...options, holder: 'one', nowMs: aheadMs })) ?? {}
    expect(await store.claim(7, { ...options, holder: 'two', nowMs })).toMatchObject({ id })
    await store.release({ id, holder: 'two' }, { notBeforeMs: aheadMs, tries: 1 })
    expect(await store.dueDevices(nowMs, { oldestFirst: true })).toEqual([7])
    expect(await store.claim(7, { ...options, holder: 'two', nowMs })).toMatchObject({ id })
    const uploads = createEventUploadStore(database)
    const file = { path: 'a.mp4', name: 'a.mp4', bytes: 1, target: 'ftp://host/' }
    await uploads.add({ serial: 1, deviceId: 'bus', timeS: 1, ...file, addedMs: aheadMs }, 10)
    expect(await uploads.claim('one', aheadMs, 1)).toHaveLength(1)
    expect(await uploads.claim('two', nowMs, 1)).toHaveLength(1)
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
