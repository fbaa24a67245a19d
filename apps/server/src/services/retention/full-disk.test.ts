import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { openMediaFolder } from '../../platform/media-store/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { ownThreads } from '../../platform/worker/index.ts'
import type { DiskState, Segment } from '../../ports/recordings/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { createRecordingIndex, createRecordingReader } from '../recordings/index.ts'
import { createRetention } from './retention.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 8, 30, 12)

/** A server whose disk is full; no scheduler runs its jobs. */
async function fullDisk() {
  const root = mkdtempSync(join(tmpdir(), 'fleetglass-full-'))
  const clock = createManualClock(NOW_MS)
  const log = createLog('silent')
  const metrics = createMetrics()
  const onFailure = (error: Error): never => {
    throw error
  }
  const database = await openDatabase({ location: join(root, 'index.sqlite'), migrations, clock, onFailure })
  const registry = {
    all: () => [{ key: 1, deviceId: 'van', retentionDays: 3 }],
    byId: () => ({ key: 1 }),
    onChange: () => ({ close: () => {} }),
  } as unknown as DeviceRegistry
  const media = await openMediaFolder(join(root, 'media'))
  const index = createRecordingIndex({ clock, log, metrics, database, registry, folder: media })
  const running = {
    running: async () => [],
    isWriting: async () => false,
    closeRunning: async () => undefined,
    open: async () => null,
  }
  const reader = await createRecordingReader({
    clock,
    log,
    threads: ownThreads,
    database,
    registry,
    media,
    index,
    running,
  })
  let stopped: (state: DiskState) => void = () => undefined
  const place = {
    slot: '',
    folder: '/media',
    sizeBytes: 0,
    usedBytes: 0,
    state: { kind: 'writing' as const },
    freeBytes: 1,
    floorBytes: 1_000,
    writtenBytes: 0,
    look: async () => undefined,
  }
  const disk = {
    ...place,
    mediaFolder: place,
    places: [place],
    isFilledInOrder: false,
    areAllFull: () => false,
    onChange(listener: typeof stopped) {
      stopped = listener
    },
  }
  const limits = { defaultDays: () => 3, deviceLimitBytes: 0, overwriteEarly: false }
  const retention = await createRetention({
    clock,
    log,
    metrics,
    registry,
    media,
    index,
    reader,
    running,
    disk,
    ...limits,
  })
  retention.start()
  onTestFinished(async () => {
    for (const part of [retention, reader, index, database]) await part.close()
    metrics.close()
    rmSync(root, { recursive: true, force: true })
  })
  const add = async (ageDays: number): Promise<string> => {
    const startMs = NOW_MS - ageDays * DAY_MS
    const day = new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')
    const segment: Segment = {
      deviceKey: 1,
      channel: 1,
      startMs,
      endMs: startMs + 60_000,
      bytes: 1,
      firstKeyFrameOffset: 0,
      path: `van/${day}/1/1200.mp4`,
    }
    await media.put(segment.path, Buffer.from('x'))
    await index.keeper.fileClosed(segment)
    return segment.path
  }
  const has = async (path: string): Promise<boolean> => (await media.size(path)) !== null
  const stop = () => stopped({ kind: 'stopped', reason: 'full', sinceMs: clock.nowMs(), detail: '' })
  return { clock, add, has, stop }
}

it('on a full disk what is old goes without the scheduler, and what is promised stays', async () => {
  const { clock, add, has, stop } = await fullDisk()
  const [promised, old] = [await add(1), await add(5)]
  // The clock is not trusted before an hour.
  clock.advance(30 * 60_000)
  stop()
  expect(await has(old)).toBe(true)
  clock.advance(31 * 60_000)
  await until('the old one is removed', async () => {
    clock.advance(60_000)
    return !(await has(old))
  })
  expect(await has(promised)).toBe(true)
})
