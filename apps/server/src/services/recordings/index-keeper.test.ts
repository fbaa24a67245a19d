import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { bluffPicture } from '../../../test/devices/coded-video.ts'
import { registeredDevice } from '../../../test/devices/registered-device.ts'
import { ChannelRecorder } from '../../ingest/recorder/channel-recorder.ts'
import { WriteBudget } from '../../ingest/recorder/write-budget.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { type Database, openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { MediaFolder } from '../../platform/media-store/media-folder.ts'
import { DatabaseScheduler } from '../../platform/scheduler/scheduler.ts'
import type { Segment } from '../../ports/recordings/recordings.types.ts'
import type { DeviceRegistry, RegisteredDevice, RegistryChange } from '../directory/index.ts'
import { Expiry } from '../retention/expiry.ts'
import { recordingJobs } from '../retention/retention.ts'
import { removeSegments } from '../retention/segment-removal.ts'
import { NOTHING_FOUND } from './index-builder.ts'
import { IndexKeeper } from './index-keeper.ts'
import { LOST_MAX } from './lost-files.ts'
import { createRecordingStore, type RecordingStore } from './recording.store.ts'

const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const log = createLog('silent')
const nothingRuns = { isWriting: async () => false }

describe('the index and the folder', () => {
  let root: string
  let database: Database
  let store: RecordingStore
  let folder: MediaFolder
  let devices: RegisteredDevice[]
  let notify: (change: RegistryChange) => void
  let registry: DeviceRegistry
  let keeper: IndexKeeper

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'fleetglass-index-'))
    const onFailure = (error: Error): never => {
      throw error
    }
    database = await openDatabase({
      location: join(root, 'index.sqlite'),
      migrations,
      clock: systemClock,
      onFailure,
    })
    store = createRecordingStore(database)
    folder = new MediaFolder(join(root, 'media'))
    devices = [registeredDevice({ key: 1, deviceId: 'van', retentionDays: 0 })]
    registry = {
      all: () => devices,
      byId: (id: string) => devices.find(({ deviceId }) => deviceId === id),
      onChange(listener: (change: RegistryChange) => void) {
        notify = listener
        return { close: () => {} }
      },
    } as unknown as DeviceRegistry
    keeper = new IndexKeeper({ clock: createManualClock(), store, folder, registry, log })
  })

  afterEach(async () => {
    await keeper.close()
    await database.close()
    rmSync(root, { recursive: true, force: true })
  })

  /** Some seconds of `van`. */
  async function clip(onClosed: (segment: Segment) => Promise<void>, startMs = START_MS): Promise<void> {
    const recorder = new ChannelRecorder({
      clock: createManualClock(startMs),
      folder,
      budget: new WriteBudget(),
      next: () => ({ slot: '', writtenBytes: 0 }),
      deviceId: 'van',
      deviceKey: 1,
      channel: 1,
      onClosed,
      onDropped: () => {},
      onRecording: () => {},
      onWriteFailed: (error) => {
        throw error
      },
    })
    for (let at = 0; at < 40; at++) {
      const common = { kind: 'video', codec: 98, mainStream: true, discontinuity: at === 0 } as const
      const keyFrame = at % 10 === 0
      recorder.frame({ ...common, keyFrame, timestampMs: startMs + at * 100, payload: bluffPicture(500, keyFrame) })
    }
    await recorder.close()
  }

  const paths = async () => [...(await store.pathsSince(0))].sort()

  it('a row that could not be written is kept, tried again and found meanwhile', async () => {
    let isLocked = true
    const reject =
      (error: Error): typeof store.add =>
      async (segments) => {
        if (isLocked) throw error
        await createRecordingStore(database).add(segments)
      }
    Object.assign(store, { add: reject(new Error('the database is locked')) })
    await clip((segment) => keeper.fileClosed(segment))
    expect(await paths()).toEqual([])
    expect([...keeper.unindexed()].map(({ path }) => path)).toEqual(['van/20260901/1/1000.mp4'])
    await keeper.retry()
    expect([...keeper.unindexed()]).toHaveLength(1)
    isLocked = false
    await keeper.retry()
    expect(await paths()).toEqual(['van/20260901/1/1000.mp4'])
    expect([...keeper.unindexed()]).toEqual([])
  })

  it('a device that is added gets what lies in its folder, however old', async () => {
    let seen: Segment | null = null
    await clip(async (segment) => {
      seen = segment
      await store.add([segment])
    })
    cpSync(folder.absolute('van'), folder.absolute('bus'), { recursive: true })
    const newest = { ...(seen as unknown as Segment), startMs: START_MS + 30 * DAY_MS, path: 'van/20261001/1/1000.mp4' }
    await store.add([newest])
    await (await keeper.start({ running: nothingRuns })).completed
    expect(await paths()).not.toContain('bus/20260901/1/1000.mp4')
    const bus = registeredDevice({ key: 2, deviceId: 'bus', retentionDays: 0 })
    devices.push(bus)
    notify({ kind: 'added', device: bus })
    await until('its row is there', async () => (await paths()).includes('bus/20260901/1/1000.mp4'))
    const [row] = await store.overlapping(2, { startMs: 0, endMs: Number.MAX_SAFE_INTEGER })
    // To the millisecond: what begins with a full minute is not indexed in the one before.
    expect(row?.startMs).toBe(START_MS)
  })

  it('files on a read-only slot get rows, except where the row says that a move has uploaded the file', async () => {
    const path = join(root, 'archive')
    let uploaded: Segment | null = null
    await clip(async (segment) => {
      uploaded = segment
    })
    const inBucket = { ...(uploaded as unknown as Segment), path: '@_bucket/van/20260901/1/1000.mp4' }
    await clip(async () => undefined, START_MS + HOUR_MS)
    renameSync(folder.absolute(''), path)
    mkdirSync(folder.absolute(''))
    await store.add([inBucket])
    const { dev: device, ino: inode } = statSync(path)
    const folderOf = () => ({ uuid: 'archive', path, device, inode })
    const slots = {
      uuids: (which?: 'writable') => (which === 'writable' ? [] : ['archive']),
      folderOf,
      isWritable: () => false,
    }
    await keeper.close()
    folder = new MediaFolder(join(root, 'media'), slots)
    keeper = new IndexKeeper({ clock: createManualClock(), store, folder, registry, log })
    await (await keeper.start({ running: nothingRuns })).completed
    const [van] = devices
    if (van !== undefined) notify({ kind: 'added', device: van })
    await until('the other has its row', async () => (await paths()).includes('@archive/van/20260901/1/1100.mp4'))
    expect(await paths()).toEqual(['@_bucket/van/20260901/1/1000.mp4', '@archive/van/20260901/1/1100.mp4'])
  })

  const row = (minute: number, deviceKey = 1, deviceId = 'van'): Segment => ({
    deviceKey,
    channel: 2,
    startMs: START_MS + minute * 60_000,
    endMs: START_MS + minute * 60_000 + 50_000,
    bytes: 1_000,
    firstKeyFrameOffset: 0,
    path: `${deviceId}/20260901/2/f${minute}.mp4`,
  })

  it.each([
    ['a file in its place', (path: string) => writeFileSync(path, '')],
    ['a dangling link', (path: string) => symlinkSync(`${path}.nowhere`, path)],
    ['nothing', () => undefined],
  ])(
    '[H2] a rebuild with %s instead of the media folder is refused, and the index is as it was',
    async (_, replace) => {
      await clip((segment) => store.add([segment]))
      const media = join(root, 'media')
      renameSync(media, `${media}.away`)
      replace(media)
      const failure = `The media folder ${media} cannot be read. The index of recordings is as it was; `
      await expect(keeper.rebuild()).rejects.toThrow(failure)
      expect(await paths()).toEqual(['van/20260901/1/1000.mp4'])
      rmSync(media, { force: true })
      renameSync(`${media}.away`, media)
      expect(await keeper.rebuild()).toMatchObject({ added: 1, unreadable: 0 })
      expect(await paths()).toEqual(['van/20260901/1/1000.mp4'])
    },
  )

  it('rows whose file is gone are dropped after a start; those that lie there stay', async () => {
    await clip((segment) => store.add([segment]))
    const bytes = (await store.totals()).bytes
    await store.add([row(1), row(2), row(3, 2, 'bus'), row(4)])
    await (await keeper.start({ running: nothingRuns })).completed
    expect(await paths()).toEqual(['bus/20260901/2/f3.mp4', 'van/20260901/1/1000.mp4'])
    expect(keeper.usedBytes).toBe(bytes + 1_000)
  })

  it('a removal that ends half-way leaves no row of a file that is gone', async () => {
    await store.add([row(1), row(2)])
    put(row(1).path)
    // A folder of that name cannot be removed as a file.
    mkdirSync(folder.absolute(row(2).path), { recursive: true })
    const onRemoved = () => {}
    await expect(
      removeSegments({ media: folder, store, onRemoved, isLocked: () => false }, [row(1), row(2)]),
    ).rejects.toThrow()
    expect(await paths()).toEqual([row(2).path])
  })

  it('a device without a folder, or that lacks more than a kill explains, keeps its rows', async () => {
    const lost = Array.from({ length: LOST_MAX + 1 }, (_, minute) => row(minute))
    await store.add(lost)
    const { completed } = await keeper.start({ running: nothingRuns })
    // Made by recording, on a mount point for one, once the walk is under way.
    mkdirSync(folder.absolute('van'), { recursive: true })
    await completed
    expect((await paths()).length).toBe(lost.length)
    await keeper.close()
    keeper = new IndexKeeper({ clock: createManualClock(), store, folder, registry, log })
    await (await keeper.start({ running: nothingRuns })).completed
    expect((await paths()).length).toBe(lost.length)
  })

  it('only heads are read: the index made again is the one that was kept', async () => {
    await clip((segment) => keeper.fileClosed(segment))
    const before = await store.overlapping(1, { startMs: 0, endMs: Number.MAX_SAFE_INTEGER })
    expect(await keeper.rebuild()).toEqual({ ...NOTHING_FOUND, added: 1 })
    const after = await store.overlapping(1, { startMs: 0, endMs: Number.MAX_SAFE_INTEGER })
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ path: before[0]?.path, bytes: before[0]?.bytes })
  })

  function expiryAt(nowMs: number) {
    const clock = createManualClock(nowMs)
    const expiry = new Expiry({
      clock,
      log,
      store,
      media: folder,
      registry,
      defaultDays: () => 5,
      onRemoved: () => {},
      deviceLimitBytes: 0,
      deviceBytes: { above: async () => new Map() },
      isLocked: () => false,
      mayBeLocked: () => false,
    })
    return { expiry, clock }
  }

  function put(path: string): string {
    mkdirSync(dirname(folder.absolute(path)), { recursive: true })
    writeFileSync(folder.absolute(path), 'x')
    return folder.absolute(path)
  }

  it('files without rows go when no device would keep them any more, and not a day before', async () => {
    devices.push(registeredDevice({ key: 9, deviceId: 'long', retentionDays: 10 }))
    const files = ['nobody/20260820/1/1000.mp4', 'nobody/20260822/1/1000.mp4', 'long/20260822/1/0000.mp4']
    const [old, stored, own] = files.map(put)
    const foreign = put('nobody/20260820/1/notes.txt')
    // Ten days before are the 22nd.
    const { expiry, clock } = expiryAt(Date.UTC(2026, 8, 1, 10))
    clock.advance(HOUR_MS)
    await expiry.removeOld(new AbortController().signal)
    const there = [old, stored, own, foreign].map((path) => existsSync(path ?? ''))
    expect(there).toEqual([false, true, true, true])
  })

  it('a wall clock that steps makes nothing old before it was steady for an hour', async () => {
    await clip((segment) => keeper.fileClosed(segment))
    const { expiry, clock } = expiryAt(START_MS + HOUR_MS)
    const scheduler = new DatabaseScheduler({ clock, log, database })
    for (const job of recordingJobs(expiry, (task) => task())) if (job.needsTrustedTime) scheduler.add(job)
    /** Lets time pass; what falls due in it has run at its end. */
    const pass = async (ms: number): Promise<void> => {
      clock.advance(ms)
      await scheduler.look()
      clock.advance(2 * 60_000)
      await scheduler.look()
    }
    await pass(2 * HOUR_MS)
    clock.setWallClock(START_MS + 10 * DAY_MS)
    await pass(10 * 60_000)
    expect(await paths()).toHaveLength(1)
    // It is put right, and then a day comes on which the recording is old.
    clock.setWallClock(START_MS + 3 * HOUR_MS)
    await pass(50 * 60_000)
    clock.advance(6 * DAY_MS)
    await pass(20 * 60_000)
    expect(await paths()).toEqual([])
    expect(existsSync(folder.absolute('van/20260901'))).toBe(false)
    await scheduler.close()
  })
})
