import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecording } from '@fleetglass/media'
import { until } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/index.ts'
import { ChannelClient } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { type Clock, systemClock } from '../../platform/clock/index.ts'
import { openDatabase } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { openMediaFolder } from '../../platform/media-store/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createRegistry } from '../../services/directory/index.ts'
import { NOTHING_FOUND } from '../../services/recordings/index-builder.ts'
import { createRecordingStore } from '../../services/recordings/recording.store.ts'
import { createRecordingIndex } from '../../services/recordings/recordings.ts'

const TERMINAL = '12345678999'
const exported = () => clipVideo(TERMINAL, 1, { lengthS: 300 })
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 0)

const opened = {
  migrations,
  clock: systemClock,
  onFailure: (error: Error) => {
    throw error
  },
}

describe('the recorder', () => {
  const ends: (() => unknown)[] = []

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'fleetglass-recorder-'))
    ends.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  async function site(data: string, clock: Clock): Promise<TestServer> {
    const server = await startTestServer({ data, clock, config: { recordingDays: 2 } })
    ends.push(() => server.close())
    return server
  }

  async function camera(server: TestServer, clock: Clock): Promise<CameraDevice> {
    const device = await CameraDevice.connect(server.ports.signalling, TERMINAL, clock, { 1: exported() })
    ends.push(() => device.close())
    return device
  }

  /** The index made again from the folder alone is the one that was kept while recording. */
  async function expectRebuilt(data: string): Promise<void> {
    const before = await indexOf(data)
    const log = createLog('silent')
    const database = await openDatabase({ location: join(data, 'fleetglass.sqlite'), ...opened })
    const registry = await createRegistry({ database, clock: systemClock, maxDevices: 10 })
    const metrics = createMetrics()
    const folder = await openMediaFolder(join(data, 'media'))
    const index = createRecordingIndex({ clock: systemClock, log, metrics, database, registry, folder })
    const running = { isWriting: async () => false }
    const { completed } = await index.keeper.start({ running, rebuild: true })
    expect(await completed).toEqual({ ...NOTHING_FOUND, added: before.length })
    for (const part of [index, database]) await part.close()
    metrics.close()
    const after = await indexOf(data)
    expect(after.map(({ path, bytes }) => ({ path, bytes }))).toEqual(
      before.map(({ path, bytes }) => ({ path, bytes })),
    )
    // The file knows its times to 5 ms.
    for (const [index, row] of after.entries()) {
      expect(Math.abs(row.startMs - (before[index]?.startMs ?? 0))).toBeLessThanOrEqual(10)
      expect(Math.abs(row.endMs - (before[index]?.endMs ?? 0))).toBeLessThanOrEqual(100)
    }
  }

  it('recordings go when their days are over; the index can be made again from the folder', async () => {
    const data = folder()
    const clock = fastClock(8, START_MS)
    const first = await startTestServer({ data, clock })
    await registerAt(first.ports.main)
    const device = await CameraDevice.connect(first.ports.signalling, TERMINAL, clock, { 1: exported() })
    await until('something is recorded', () => files(data).length > 0)
    await until('some seconds are recorded', () => clock.nowMs() > START_MS + 12_000)
    await device.close()
    await first.close()
    expect(await indexOf(data)).toHaveLength(1)
    await expectRebuilt(data)

    const dayMs = 86_400_000
    const early = await startTestServer({
      data,
      clock: fastClock(240, START_MS + 1.9 * dayMs),
      config: { recordingDays: 2 },
    })
    await until('the cleaner ran', async () => /fleetglass_recordings_bytes [1-9]/.test(await metrics(early)))
    await early.close()
    expect(files(data)).toHaveLength(1)

    await site(data, fastClock(1_200, START_MS + 2.1 * dayMs))
    await until('the file is gone', () => files(data).length === 0)
    await until('the row is gone', async () => (await indexOf(data)).length === 0)
    expect(existsSync(join(data, 'media', TERMINAL, '20260901'))).toBe(false)
  }, 60_000)

  it('a full disk stops the recording and nothing else; with room it goes on', async (context) => {
    const data = folder()
    const media = join(data, 'media')
    mkdirSync(media, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', media], { stdio: 'ignore' })
    } catch {
      context.skip('a disk of its own cannot be mounted here')
    }
    ends.push(() => execFileSync('umount', ['-l', media]))
    const clock = fastClock(8, START_MS)
    const server = await site(data, clock)
    await registerAt(server.ports.main)
    await camera(server, clock)
    await until('something is recorded', () => files(data).length > 0)
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: TERMINAL, channel: 1 })
    await until('it is reported', () => isRecording(server))

    const { bavail, bsize } = statfsSync(media)
    writeFileSync(join(media, 'filler'), Buffer.alloc(bavail * bsize - 32_768))
    await until('the recording has stopped', async () =>
      (await metrics(server)).includes('fleetglass_recorder_stopped 1'),
    )
    await until('it is reported', async () => !(await isRecording(server)))
    const shown = viewer.video.length
    await viewer.until(() => viewer.video.length > shown + 5, 'the picture goes on')

    rmSync(join(media, 'filler'))
    await until('the recording goes on', async () => (await metrics(server)).includes('fleetglass_recorder_stopped 0'))
    await until('it is reported', () => isRecording(server))
    await viewer.close()
    for (const path of files(data)) expect(readRecording(readFileSync(path)).ok).toBe(true)
  }, 90_000)
})

async function registerAt(port: number): Promise<void> {
  const link = await ChannelClient.connect(port)
  await link.login(ADMIN, ADMIN_PASSWORD)
  await link.request('D01', { A: TERMINAL, C: '1', F: '1' })
  await link.close()
}

async function isRecording(server: TestServer): Promise<boolean> {
  return /fleetglass_recorder_channels [1-9]/.test(await metrics(server))
}

async function metrics(server: TestServer): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text()
}

/** All recordings of a data folder, by path. */
function files(data: string): string[] {
  const media = join(data, 'media')
  if (!existsSync(media)) return []
  return readdirSync(media, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.mp4'))
    .map((path) => join(media, path))
    .sort(byPart)
}

/** `1000.mp4`, `1000-2.mp4`, … `1000-10.mp4`. */
function byPart(a: string, b: string): number {
  return a.replace('.mp4', '').localeCompare(b.replace('.mp4', ''), 'en', { numeric: true })
}

async function indexOf(data: string) {
  const database = await openDatabase({ location: join(data, 'fleetglass.sqlite'), ...opened })
  try {
    return await createRecordingStore(database).oldest({
      slots: [''],
      beforeMs: Number.MAX_SAFE_INTEGER,
      limit: 10_000,
    })
  } finally {
    await database.close()
  }
}
