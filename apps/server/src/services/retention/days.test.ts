import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { defaultConfig } from '../../platform/config/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { MediaFolder } from '../../platform/media-store/media-folder.ts'
import type { Segment } from '../../ports/recordings/recordings.types.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import { createRecordingStore } from '../recordings/recording.store.ts'
import { Expiry } from './expiry.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 8, 30, 12)
const root = mkdtempSync(join(tmpdir(), 'fleetglass-days-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What is left of files of each device that are 1, 10 and 100 days old, by device. */
async function leftAfter(name: string, defaultDays: number, days: Readonly<Record<number, number>>): Promise<string[]> {
  const clock = createManualClock(NOW_MS)
  const location = join(root, `${name}.sqlite`)
  const database = await openDatabase({ location, migrations, clock, onFailure: () => undefined })
  const store = createRecordingStore(database)
  const folder = new MediaFolder(join(root, name))
  const keys = Object.keys(days).map(Number)
  const files = keys.flatMap((key) => [1, 10, 100].map((age) => fileOf(key, age)))
  for (const { path } of files) {
    mkdirSync(dirname(folder.absolute(path)), { recursive: true })
    writeFileSync(folder.absolute(path), 'x')
  }
  await store.add(files)
  const expiry = new Expiry({
    clock,
    log: createLog('silent'),
    store,
    media: folder,
    defaultDays: () => defaultDays,
    deviceLimitBytes: 0,
    registry: { all: () => keys.map((key) => ({ key, retentionDays: days[key] })) } as unknown as DeviceRegistry,
    deviceBytes: { above: async () => new Map() },
    onRemoved: () => undefined,
    isLocked: () => false,
    mayBeLocked: () => false,
  })
  await expiry.removeOld(new AbortController().signal)
  await database.close()
  return keys.map((key) =>
    files
      .filter(({ deviceKey, path }) => deviceKey === key && existsSync(folder.absolute(path)))
      .map(({ startMs }) => (NOW_MS - startMs) / DAY_MS)
      .join(),
  )
}

function fileOf(deviceKey: number, ageDays: number): Segment {
  const startMs = NOW_MS - ageDays * DAY_MS
  const day = new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')
  const path = `d${deviceKey}/${day}/1/1200.mp4`
  return { deviceKey, channel: 1, startMs, endMs: startMs + 60_000, bytes: 1, firstKeyFrameOffset: 0, path }
}

it('[REC-15] recordings older than the recdays of their device are deleted from the disk, those of others are not', async () => {
  expect(await leftAfter('own', 1000, { 1: 5, 2: 50, 3: 0 })).toEqual(['1', '1,10', '1,10,100'])
})

it('[REC-16] with recdays 0 the days of the server count; where those are 0 too nothing is deleted by its age', async () => {
  expect(await leftAfter('server', 20, { 1: 0, 2: 200 })).toEqual(['1,10', '1,10,100'])
  expect(await leftAfter('none', 0, { 1: 0, 2: 5 })).toEqual(['1,10,100', '1'])
  expect(defaultConfig({ recordingDays: 0 }).recordingDays).toBe(0)
})
