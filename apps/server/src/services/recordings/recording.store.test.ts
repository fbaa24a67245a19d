import { beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Segment } from '../../ports/recordings/recordings.types.ts'
import { createRecordingStore, type RecordingStore } from './recording.store.ts'

const MINUTE_MS = 60_000
/** Beyond what 32 bits hold. */
const START_MS = Date.UTC(2026, 8, 1, 10)

function segment(deviceKey: number, channel: number, minute: number, over: Partial<Segment> = {}): Segment {
  const startMs = START_MS + minute * MINUTE_MS
  const path = `${deviceKey}/20260901/${channel}/${minute}.mp4`
  const file = { bytes: 5_000_000_000, firstKeyFrameOffset: 900, path }
  return { deviceKey, channel, startMs, endMs: startMs + MINUTE_MS, ...file, ...over }
}

const allTime = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }

describe('the index of recordings', () => {
  onBothDatabases('its queries', (databases) => {
    let store: RecordingStore
    let database: Database
    const all = [0, 1, 2].flatMap((minute) => [1, 2].flatMap((key) => [1, 2].map((ch) => segment(key, ch, minute))))
    beforeAll(async () => {
      database = await databases.open()
      store = createRecordingStore(database)
      await store.add(all)
    })

    it('finds what overlaps a time, of one channel or of all, in order and bounded', async () => {
      const half = MINUTE_MS / 2
      const range = { startMs: START_MS + half, endMs: START_MS + MINUTE_MS + half }
      expect(await store.overlapping(1, { ...range, channel: 2 })).toEqual([segment(1, 2, 0), segment(1, 2, 1)])
      expect(await store.overlapping(1, range)).toHaveLength(4)
      expect(await store.overlapping(1, { ...range, limit: 1 })).toHaveLength(1)
      // [start, end): what ends when the time begins is not in it.
      const second = { startMs: START_MS + MINUTE_MS, endMs: START_MS + 2 * MINUTE_MS, channel: 1 }
      expect(await store.overlapping(1, second)).toEqual([segment(1, 1, 1)])
      expect(await store.overlapping(3, range)).toEqual([])
    })

    it('returns newest, oldest, totals and paths', async () => {
      expect(await store.newestStart()).toBe(START_MS + 2 * MINUTE_MS)
      expect(await store.totals()).toEqual({ files: 12, bytes: 60_000_000_000 })
      const beforeMs = START_MS + MINUTE_MS + 1
      expect((await store.oldest({ slots: [''], beforeMs, limit: 9, only: [2] })).map((one) => one.deviceKey)).toEqual([
        2, 2, 2, 2,
      ])
      expect(
        (await store.oldest({ slots: [''], beforeMs, limit: 9, except: [2] })).map((one) => one.deviceKey),
      ).toEqual([1, 1, 1, 1])
      expect(await store.oldest({ slots: [''], beforeMs, limit: 3, except: [] })).toHaveLength(3)
      expect(await store.oldest({ slots: [''], beforeMs, limit: 3, only: [] })).toEqual([])
      expect(await store.pathsSince(START_MS + 2 * MINUTE_MS)).toEqual(new Set(all.slice(8).map((one) => one.path)))
    })

    it('returns local copies within the same limits as rows, and finds one by its path', async () => {
      const copies = database.tables<{ local_copies: Record<string, unknown> }>()
      const rows = ['', '@one/', '@two/'].flatMap((slot) =>
        [41, 42].flatMap((key) =>
          [0, 1].map((minute) => ({
            path: `${slot}${key}/${minute}.mp4`,
            device_key: key,
            start_ms: START_MS + minute * MINUTE_MS,
            channel: 1,
          })),
        ),
      )
      await copies.insertInto('local_copies').values(rows).execute()
      const since = async (minute: number, which: { deviceKey: number; slot?: string }) =>
        [...(await store.pathsSince(START_MS + minute * MINUTE_MS, which))].sort()
      expect(await since(0, { deviceKey: 41, slot: '' })).toEqual(['41/0.mp4', '41/1.mp4'])
      expect(await since(1, { deviceKey: 42, slot: 'one' })).toEqual(['@one/42/1.mp4'])
      expect(await since(1, { deviceKey: 42 })).toEqual(['42/1.mp4', '@one/42/1.mp4', '@two/42/1.mp4'])
      expect([await store.isLocalCopy('41/0.mp4'), await store.isLocalCopy('41/2.mp4')]).toEqual([true, false])
      await copies.deleteFrom('local_copies').execute()
    })

    it('[LOPB-06] returns the local days on which something of a device begins, wherever the clocks stand', async () => {
      const dayMs = 86_400_000
      const midnightMs = START_MS - (START_MS % dayMs) + 400 * dayMs
      const at = (ms: number, deviceKey: number) => segment(deviceKey, 1, (midnightMs + ms - START_MS) / MINUTE_MS)
      const rows = [at(0, 31), at(MINUTE_MS, 31), at(3 * dayMs - MINUTE_MS, 31), at(dayMs, 32), at(7 * dayMs, 31)]
      await store.add(rows)
      const days = async (keys: readonly number[] | null, offsetMs = 0, range = allTime) =>
        (await store.days(keys, offsetMs, range)).map((startMs) => (startMs - midnightMs) / 3_600_000)
      expect(await days([31])).toEqual([0, 48, 168])
      expect(await days([31, 32])).toEqual([0, 24, 48, 168])
      // Two hours ahead of UTC the last minute of a day is of the next one; behind it, midnight is of the one before.
      expect(await days([31], 7_200_000)).toEqual([-2, 70, 166])
      expect(await days([31], -7_200_000)).toEqual([-22, 50, 146])
      expect(await days(null, 0, { startMs: midnightMs + 1, endMs: midnightMs + 7 * dayMs })).toEqual([0, 24, 48])
      expect(await days([33])).toEqual([])
      await store.remove(rows)
    })

    it('takes more devices than a statement has parameters', async () => {
      const keys = Array.from({ length: 70_000 }, (_, at) => at + 2)
      expect(await store.days(keys, 0, allTime)).toHaveLength(1)
      expect(await store.oldest({ slots: [''], beforeMs: START_MS + 1, limit: 9, except: keys })).toHaveLength(2)
    })

    it('returns in which minutes devices were recorded, whatever their channels', async () => {
      const range = { startMs: START_MS, endMs: START_MS + 10 * MINUTE_MS }
      await store.add([
        ...[segment(21, 1, 0), segment(21, 2, 0), segment(21, 1, 5, { endMs: START_MS + 7 * MINUTE_MS + 1 })],
        ...[segment(22, 1, 9), segment(23, 1, 10)],
      ])
      const devices = await store.devicesWithin(range.startMs, range.endMs)
      expect(devices.filter((key) => key > 20).sort()).toEqual([21, 22])
      expect((await store.minuteSpans([21, 22, 23], range)).sort((a, b) => a.first - b.first)).toEqual([
        { deviceKey: 21, first: 0, last: 0 },
        { deviceKey: 21, first: 5, last: 7 },
        { deviceKey: 22, first: 9, last: 9 },
      ])
      // Of a range that begins within a segment, and within a minute; what ended before is not in it.
      const later = { startMs: START_MS + 5.5 * MINUTE_MS, endMs: START_MS + 7 * MINUTE_MS }
      expect(await store.minuteSpans([21], later)).toEqual([{ deviceKey: 21, first: 0, last: 1 }])
    })

    it('a row that is added again is replaced; what is removed is gone; many rows go in at once', async () => {
      await store.add([segment(9, 1, 0), segment(9, 2, 0)])
      const longer = segment(9, 1, 0, { endMs: START_MS + 2 * MINUTE_MS, bytes: 7, path: '9/20260901/1/0-2.mp4' })
      await store.add([longer])
      await store.remove([segment(9, 2, 0)])
      const range = { startMs: START_MS, endMs: START_MS + MINUTE_MS }
      expect(await store.overlapping(9, range)).toEqual([longer])
      await store.add(Array.from({ length: 1_201 }, (_, minute) => segment(8, 1, minute)))
      const behind = await store.after(segment(8, 1, 1_199), 2)
      expect(behind).toEqual([segment(8, 1, 1_200), longer])
      expect((await store.after(null, 1)).length).toBe(1)
      expect(
        await store.oldest({ slots: [''], beforeMs: Number.MAX_SAFE_INTEGER, limit: 2_000, only: [8] }),
      ).toHaveLength(1_201)

      const dropped = await store.draft()
      await dropped.add([segment(7, 1, 0)])
      expect(await store.pathsSince(0, { deviceKey: 7 })).toEqual(new Set())
      await dropped.drop()
      const draft = await store.draft()
      await draft.add([longer, segment(7, 1, 1), segment(7, 1, 1)])
      await draft.swap()
      expect(await store.after(null, 9)).toEqual([segment(7, 1, 1), longer])
    })
  })
})
