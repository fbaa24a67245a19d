import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { MediaFolder } from '../../platform/media-store/media-folder.ts'
import type { Segment } from '../../ports/recordings/recordings.types.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { createRecordingStore, lockedRows, type RecordingStore } from '../recordings/recording.store.ts'
import { createRecordingLockStore } from '../recordings/recording-lock.store.ts'
import { StoredLocks } from '../recordings/recording-locks.ts'
import { DeviceBytes } from './device-bytes.ts'
import { DiskSpace } from './disk-space.ts'
import { Expiry } from './expiry.ts'
import { SpaceForecast } from './space-forecast.ts'

const NOW_MS = Date.UTC(2026, 8, 1, 12)
const DAY_MS = 86_400_000
const GB = 1e9
const { signal } = new AbortController()

function diskOf(freeBytes: () => number, floorBytes: number) {
  const place = {
    slot: '',
    folder: '/media',
    sizeBytes: 0,
    usedBytes: 0,
    state: { kind: 'writing' as const },
    get freeBytes() {
      return freeBytes()
    },
    floorBytes,
    writtenBytes: 0,
    look: async () => undefined,
  }
  return { places: [place], isFilledInOrder: false, areAllFull: () => false }
}

describe('what is kept', () => {
  onBothDatabases('by bytes of a device, locks and room', (databases, kind) => {
    const root = mkdtempSync(join(tmpdir(), 'fleetglass-retention-'))
    const folder = new MediaFolder(root)
    const clock = createManualClock(NOW_MS)
    const log = createLog('silent')
    const registry = {
      all: () => [
        { key: 1, retentionDays: 0 },
        { key: 2, retentionDays: 3 },
      ],
    } as unknown as DeviceRegistry
    let database: Database
    let store: RecordingStore
    let locks: StoredLocks

    beforeAll(async () => {
      database = await databases.open()
      store = createRecordingStore(database)
      locks = new StoredLocks(createRecordingLockStore(database))
      await locks.load()
      // Ten minutes of each, 0.5 GB a file.
      await store.add([1, 2].flatMap((key) => Array.from({ length: 10 }, (_, minute) => file(key, minute))))
    })
    afterAll(() => rmSync(root, { recursive: true, force: true }))

    function file(deviceKey: number, minute: number): Segment {
      const startMs = NOW_MS - 3_600_000 + minute * 60_000
      const path = `${deviceKey}/20260901/1/11${String(minute).padStart(2, '0')}.mp4`
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), 'x')
      return {
        deviceKey,
        channel: 1,
        startMs,
        endMs: startMs + 60_000,
        bytes: GB / 2,
        firstKeyFrameOffset: 0,
        path,
      }
    }

    const there = (deviceKey: number): string =>
      Array.from({ length: 10 }, (_, minute) => `${deviceKey}/20260901/1/110${minute}.mp4`)
        .map((path) => (existsSync(join(root, path)) ? '1' : '0'))
        .join('')

    it('the room: full when it is used up at the rate of a day, unless days are over before; locked bytes', async () => {
      const recordingSpace = (freeBytes: number) =>
        new SpaceForecast({
          clock,
          store,
          registry,
          defaultDays: () => 5,
          overwriteEarly: () => true,
          slots: () => [''],
          leavesDisk: () => false,
          disk: () => ({ freeBytes, floorBytes: GB }),
          usedBytes: () => 10 * GB,
        }).ask()
      // 10 GB came within the day: 11 GB above the floor last 1.1 days.
      const soon = await recordingSpace(12 * GB)
      expect(soon).toMatchObject({ bytesPerDay: 10 * GB, lockedBytes: 0, fullMs: NOW_MS + 1.1 * DAY_MS })
      expect(soon.first).toMatchObject({ startMs: NOW_MS - 3_600_000, goesMs: NOW_MS + 1.1 * DAY_MS })
      const plenty = await recordingSpace(1_000 * GB)
      expect(plenty.fullMs).toBeNull()
      expect(plenty.first).toEqual({
        deviceKey: 2,
        startMs: NOW_MS - 3_600_000,
        goesMs: NOW_MS - 3_600_000 + 3 * DAY_MS,
      })
    })

    it('above its bytes the oldest of a device go, the locked ones stay, and no other device pays', async () => {
      const lock = { deviceKey: 1, channel: 1, startMs: NOW_MS - 3_570_000, endMs: NOW_MS - 3_569_000 }
      const stored = await locks.lock({ ...lock, userName: 'admin', reason: '', timeS: 1 })
      const otherChannel = await locks.lock({ ...lock, channel: 2, userName: 'admin', reason: '', timeS: 1 })
      expect(await store.lockedBytes()).toBe(GB / 2)
      const bytes = new DeviceBytes({ clock, store, media: folder })
      const expiry = new Expiry({
        clock,
        log,
        store,
        media: folder,
        registry,
        defaultDays: () => 5,
        deviceLimitBytes: 3 * GB,
        deviceBytes: bytes,
        onRemoved: (segments) => bytes.removed(segments),
        isLocked: (segment) => locks.holds(segment),
        mayBeLocked: () => false,
      })
      await expiry.removeAboveLimit(signal)
      expect([there(1), there(2)]).toEqual(['1000011111', '0000111111'])
      await expiry.removeAboveLimit(signal)
      expect(there(1)).toBe('1000011111')
      bytes.added(file(1, 9))
      await expiry.removeAboveLimit(signal)
      expect(there(1)).toBe('1000001111')

      // After a restart they hold as before.
      const again = new StoredLocks(createRecordingLockStore(database))
      await again.load()
      expect(again.of(1)).toEqual([stored, otherChannel])
      expect(await again.unlock(2, stored?.id ?? 0)).toBe(false)
      expect(await again.unlock(1, stored?.id ?? 0)).toBe(true)
      expect(again.of(1)).toEqual([otherChannel])
      expect(await store.lockedBytes()).toBe(0)
    })

    it('locks that are set and opened at the same time are in memory what they are in the table', async () => {
      const range = { deviceKey: 3, channel: 0, startMs: 1, endMs: 2, userName: 'admin', reason: '', timeS: 1 }
      const id = async (lock = locks.lock(range)) => (await lock)?.id ?? 0
      const [first, second] = [await id(), await id()]
      expect(await Promise.all([locks.unlock(3, first), locks.unlock(3, second)])).toEqual([true, true])
      expect(locks.of(3)).toEqual([])
      const [third, fourth] = [await id(), locks.lock(range)]
      await Promise.all([locks.unlock(3, third), fourth])
      expect(locks.of(3)).toEqual([await fourth])
      const stored = (await createRecordingLockStore(database).all()).filter(({ deviceKey }) => deviceKey === 3)
      expect(stored).toEqual([await fourth])
    })

    it('what is locked is found from the locks, once however often it is locked, by the index of the recordings', async () => {
      const lock = { deviceKey: 5, userName: 'admin', reason: '', timeS: 1 }
      // From the middle of the second minute to the begin of the fourth, twice; another channel; all channels.
      const range = { startMs: NOW_MS - 3_600_000 + 90_000, endMs: NOW_MS - 3_600_000 + 180_000 }
      const ranges = [1, 1, 2].map((channel) => ({ ...lock, ...range, channel }))
      const whole = { ...lock, channel: 0, startMs: range.startMs, endMs: range.startMs + 1 }
      await store.add([0, 1, 2, 3].map((minute) => file(5, minute)))
      const stored = await Promise.all([...ranges, whole].map((one) => locks.lock(one)))
      expect([...(await store.lockedPaths())].sort()).toEqual(['5/20260901/1/1101.mp4', '5/20260901/1/1102.mp4'])
      expect(await store.lockedBytes()).toBe(GB)
      for (const one of stored) await locks.unlock(5, one?.id ?? 0)
      expect(await store.lockedBytes()).toBe(0)
      if (kind !== 'sqlite') return
      const plan = await sql<{ detail: string }>`explain query plan ${lockedRows}`.execute(database.tables())
      const steps = plan.rows.map(({ detail }) => detail)
      expect(steps).toContainEqual(
        expect.stringMatching(/^SEARCH recordings .*\(device_key=\? AND start_ms>\? AND start_ms<\?\)/),
      )
      expect(steps).not.toContainEqual(expect.stringMatching(/^SCAN recordings/))
    })

    it('old files without a row go once a day, except local copies of what is in the bucket', async () => {
      const paths = ['1100', '1101'].map((name) => `9/20260101/1/${name}.mp4`)
      const isThere = () => paths.map((path) => existsSync(join(root, path)))
      for (const path of paths) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), 'x')
      }
      const copies = database.tables<{ local_copies: Record<string, unknown> }>()
      const copy = { path: paths[0], device_key: 9, start_ms: 1, channel: 1 }
      await copies.insertInto('local_copies').values(copy).execute()
      const expiry = new Expiry({
        clock,
        log,
        store,
        media: folder,
        registry,
        defaultDays: () => 5,
        deviceLimitBytes: 0,
        deviceBytes: new DeviceBytes({ clock, store, media: folder }),
        onRemoved: () => {},
        isLocked: () => true,
        mayBeLocked: () => false,
      })
      await expiry.removeOld(signal)
      expect(isThere()).toEqual([true, false])
      await copies.deleteFrom('local_copies').execute()
    })

    it('[M4] another program that takes what is freed costs two floors of recordings, and none whose days are promised', async () => {
      const files = Array.from({ length: 10 }, (_, minute) => file(6, minute))
      await store.add(files)
      const leftOf = async (deviceKey: number) =>
        (await store.overlapping(deviceKey, { startMs: 0, endMs: Number.MAX_SAFE_INTEGER })).length
      const taken: boolean[] = []
      let freeBytes = 0
      const spaceOf = (overwriteEarly: boolean) =>
        new DiskSpace({
          clock,
          log,
          store,
          media: folder,
          registry,
          defaultDays: () => 5,
          disk: diskOf(() => freeBytes, GB),
          onRemoved: () => {},
          isLocked: ({ deviceKey }) => deviceKey !== 6,
          overwriteEarly,
          onSpaceTaken: (isTaken) => taken.push(isTaken),
        })
      await spaceOf(false).make(signal)
      expect(await leftOf(6)).toBe(10)
      await store.remove([1, 2, 4, 5].flatMap((key) => Array.from({ length: 10 }, (_, minute) => file(key, minute))))
      const space = spaceOf(true)
      for (let n = 0; n < 5; n++) await space.make(signal)
      // Two floors of 1 GB are four files of half of it.
      expect([await leftOf(6), taken]).toEqual([6, [true]])
      freeBytes = 2 * GB
      await space.make(signal)
      expect(taken).toEqual([true, false])
      await store.remove(files)
    })

    it('ends when nothing may go, however much there is and however little room', async () => {
      const startMs = NOW_MS - 20 * DAY_MS
      const old = Array.from({ length: 101 }, (_, at) => ({
        ...file(4, 0),
        startMs: startMs + at,
        endMs: startMs + 500,
      }))
      await store.add(old)
      const common = {
        clock,
        log,
        store,
        media: folder,
        registry,
        defaultDays: () => 5,
        onRemoved: () => {},
        isLocked: () => true,
      }
      const expiry = new Expiry({
        ...common,
        deviceLimitBytes: GB,
        deviceBytes: new DeviceBytes({ clock, store, media: folder }),
        mayBeLocked: () => false,
      })
      const space = new DiskSpace({
        ...common,
        disk: diskOf(() => 1, 1_000 * GB),
        overwriteEarly: true,
        onSpaceTaken: () => undefined,
      })
      await expiry.removeOld(signal)
      await expiry.removeAboveLimit(signal)
      await space.make(signal)
      expect(await store.overlapping(4, { startMs, endMs: startMs + 500 })).toHaveLength(101)
      await store.remove(old)
    })
  })
})
