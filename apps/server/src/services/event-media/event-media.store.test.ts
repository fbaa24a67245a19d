import { createManualClock } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createEventStore } from '../events/index.ts'
import { createEventMedia } from './event-media.store.ts'
import type { EventMediaItem } from './event-media.types.ts'

const NOW_MS = 1_790_000_000_000

const waiting = {
  state: 'waiting',
  percent: 0,
  tries: 0,
  startS: null,
  endS: null,
  path: null,
  bytes: 0,
  reason: null,
} as const

const done = { ...waiting, state: 'done', percent: 100, tries: 1, startS: 10, endS: 40, bytes: 7 } as const

async function setUp(database: Database) {
  const clock = createManualClock(NOW_MS)
  const store = createEventStore(database, clock)
  const media = createEventMedia(database, clock)
  const event = { change: 'new', deviceKey: 1, deviceId: '1', timeS: 20, code: 15, name: '', memo: '' } as const
  const add = async () => (await store.add([{ ...event, call: false, place: null, late: false }]))[0]?.serial ?? 0
  const rowOf = async (serial: number) =>
    await database
      .tables<{
        events: Record<'id' | 'updated_ms' | 'tries' | 'completed' | 'footage_mask' | 'snapshot_mask', number>
      }>()
      .selectFrom('events')
      .select(['updated_ms', 'tries', 'completed', 'footage_mask', 'snapshot_mask'])
      .where('id', '=', serial)
      .executeTakeFirstOrThrow()
  return { clock, store, media, add, rowOf }
}

onBothDatabases('what was fetched for events', (databases) => {
  it('[EVT-37] raises the update time of an event when media of it arrives, and sets the bit of its channel', async () => {
    const { clock, media, add, rowOf } = await setUp(await databases.open())
    const serial = await add()
    expect(await rowOf(serial)).toMatchObject({ updated_ms: NOW_MS, footage_mask: 0, snapshot_mask: 0, completed: 0 })
    clock.advance(5000)
    const item: EventMediaItem = { ...done, serial, channel: 3, kind: 'footage', path: 'footage/a.mp4' }
    expect(await media.put(item)).toBe(true)
    expect(await rowOf(serial)).toMatchObject({ updated_ms: NOW_MS + 5000, footage_mask: 4, snapshot_mask: 0 })
    await media.put({ ...done, serial, channel: 16, kind: 'snapshot', path: 'snapshots/a.jpg' })
    expect(await rowOf(serial)).toMatchObject({ updated_ms: NOW_MS + 5001, footage_mask: 4, snapshot_mask: 1 << 15 })
    expect(await media.find(item)).toEqual({ ...item, updatedMs: NOW_MS + 5000 })
    expect(await media.find({ ...item, channel: 4 })).toBeNull()
  })

  it('[EVT-31] counts attempts, and marks an event as completed when no fetching is left', async () => {
    const { media, add, rowOf } = await setUp(await databases.open())
    const serial = await add()
    const key = { serial, channel: 1, kind: 'footage' } as const
    const other = { serial, channel: 2, kind: 'footage' } as const
    await media.put({ ...waiting, ...key })
    await media.put({ ...waiting, ...other, state: 'fetching', percent: 40, tries: 1 })
    expect(await rowOf(serial)).toMatchObject({ tries: 1, completed: 0, footage_mask: 0 })
    await media.put({ ...waiting, ...key, state: 'failed', tries: 5, reason: 'unknown-device' })
    expect(await rowOf(serial)).toMatchObject({ tries: 6, completed: 0, footage_mask: 0 })
    await media.put({ ...done, ...other, tries: 2, path: 'b' })
    expect(await rowOf(serial)).toMatchObject({ tries: 7, completed: 1, footage_mask: 2 })
    const found = await media.ofEvents([serial, serial + 1])
    expect(found.get(serial)?.map(({ channel, state, reason }) => [channel, state, reason])).toEqual([
      [1, 'failed', 'unknown-device'],
      [2, 'done', null],
    ])
    expect(found.has(serial + 1)).toBe(false)
  })

  it('[EVT-28] [EVT-29] takes footage of channels 1 to 8, pictures of channels 1 to 16, and nothing of an event that is not there', async () => {
    const { media, add } = await setUp(await databases.open())
    const serial = await add()
    await expect(media.put({ ...waiting, serial, channel: 9, kind: 'footage' })).rejects.toThrow(RangeError)
    await expect(media.put({ ...waiting, serial, channel: 17, kind: 'snapshot' })).rejects.toThrow(RangeError)
    await expect(media.put({ ...waiting, serial, channel: 0, kind: 'snapshot' })).rejects.toThrow(RangeError)
    expect(await media.put({ ...waiting, serial: serial + 1, channel: 1, kind: 'footage' })).toBe(false)
    expect(await media.find({ serial: serial + 1, channel: 1, kind: 'footage' })).toBeNull()
  })

  it('answers what is left of removed events, and forgets it', async () => {
    const { store, media, add } = await setUp(await databases.open())
    const serial = await add()
    const item: EventMediaItem = { ...done, serial, channel: 1, kind: 'snapshot', path: 'a' }
    await media.put(item)
    expect(await media.orphans(9)).toEqual([])
    await store.removeBefore({ beforeS: 21, limit: 9 })
    expect(await media.orphans(9)).toMatchObject([item])
    await media.forget([item])
    expect(await media.orphans(9)).toEqual([])
  })

  it('[EVT-10] [EVT-37] gives each change its own update time, in the order in which changes are committed', async () => {
    const database = await databases.open()
    const { store, media, add, rowOf } = await setUp(database)
    // The clock stands still: all of this happens in one millisecond.
    const event = { change: 'new', deviceKey: 1, deviceId: '1', timeS: 9, code: 15, name: '', memo: '' } as const
    const one = { ...event, call: false, place: null, late: false }
    const serial = await add()
    await Promise.all([
      ...Array.from({ length: 8 }, () => store.add([one, one, one])),
      ...Array.from({ length: 8 }, (_, n) => media.put({ ...waiting, serial, channel: n + 1, kind: 'footage' })),
    ])
    const rows = await database
      .tables<{ events: { updated_ms: number } }>()
      .selectFrom('events')
      .select('updated_ms')
      .execute()
    expect(new Set(rows.map(({ updated_ms }) => updated_ms)).size).toBe(25)
    const last = (await rowOf(serial)).updated_ms
    await media.put({ ...waiting, serial, channel: 1, kind: 'footage' })
    expect((await rowOf(serial)).updated_ms).toBeGreaterThan(Math.max(last, ...rows.map((row) => row.updated_ms)))
  })
})
