// One suite for every implementation of the port. Today the recorder itself is called.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bluffPicture } from '../../../test/devices/coded-film.ts'
import { createRecorder } from '../../ingest/recorder/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { openMediaFolder } from '../../platform/media-store/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { StreamReader, Streams } from '../live-media/index.ts'
import type { RunningRecordings, Segment } from './index.ts'

const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const VAN = { key: 1, deviceId: 'van', channels: 1, chmask: '1', recplan: '1', recenable: 1 }

interface Implementation {
  readonly running: RunningRecordings
  /** Pictures of the van's camera, ten a second, from a second of the recording on. */
  readonly film: (fromS: number, seconds: number) => void
  /** Files that the index received. */
  readonly closed: readonly Segment[]
  /** The index takes files, or keeps the recorder waiting. */
  readonly holdIndex: () => () => void
}

async function direct(): Promise<Implementation> {
  const root = mkdtempSync(join(tmpdir(), 'fleetglass-running-'))
  const metrics = createMetrics()
  const folder = await openMediaFolder(join(root, 'media'))
  let camera: StreamReader | null = null
  const closed: Segment[] = []
  let held = Promise.resolve()
  const recorder = await createRecorder({
    clock: createManualClock(START_MS),
    log: createLog('silent'),
    metrics,
    registry: {
      all: () => [VAN],
      byId: () => VAN,
      byKey: (key: number) => (key === VAN.key ? VAN : undefined),
      onChange: () => ({ close: () => {} }),
    } as unknown as DeviceRegistry,
    fleet: { all: () => [], get: () => ({ online: true }), onChange: () => ({ close: () => {} }) } as unknown as Fleet,
    deviceState: { publish: () => null },
    streams: {
      subscribe(_address: unknown, reader: StreamReader) {
        camera = reader
        return { close: () => {} }
      },
    } as unknown as Streams,
    folder,
    media: folder,
    index: {
      async fileClosed(segment) {
        await held
        closed.push(segment)
      },
      find: async () => [],
    },
  })
  recorder.start()
  onTestFinished(async () => {
    await recorder.close()
    metrics.close()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    running: recorder,
    film(fromS, seconds) {
      for (let at = 0; at < seconds * 10; at++) {
        camera?.frame({
          kind: 'video',
          codec: 98,
          mainStream: true,
          discontinuity: false,
          keyFrame: at % 10 === 0,
          timestampMs: START_MS + fromS * 1_000 + at * 100,
          payload: bluffPicture(500, at % 10 === 0),
        })
      }
    },
    closed,
    holdIndex() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = { 'called directly': direct }

describe.each(Object.entries(implementations))('the recordings port, %s', (_, start) => {
  it('lists a running file with what is on disk of it, of its device and of all', async () => {
    const { running, film } = await start()
    expect(await running.running(VAN.key)).toEqual([])
    film(0, 4)
    const [file] = await until('three fragments are on disk', async () => {
      const files = await running.running(VAN.key)
      return files[0] !== undefined && files[0].endMs >= START_MS + 3_000 ? files : null
    })
    expect(file).toMatchObject({ deviceKey: 1, channel: 1, startMs: START_MS, path: 'van/20260901/1/1000.mp4' })
    expect(await running.running(null)).toEqual([file])
    expect(await running.running(2)).toEqual([])
    expect(await running.isWriting(file?.path ?? '')).toBe(true)
    expect(await running.isWriting('van/20260901/1/0959.mp4')).toBe(false)
  })

  it('counts a file as being written until the index has it', async () => {
    const { running, film, closed, holdIndex } = await start()
    film(0, 2)
    const release = holdIndex()
    const closing = running.closeRunning(VAN.key)
    const path = 'van/20260901/1/1000.mp4'
    await until('it is on disk', async () => (await running.running(null)).length === 1)
    expect(await running.running(VAN.key)).toEqual(await running.running(null))
    expect([await running.isWriting(path), closed.length]).toEqual([true, 0])
    release()
    await closing
    expect(closed.map((segment) => segment.path)).toEqual([path])
    expect([await running.isWriting(path), await running.running(null)]).toEqual([false, []])
  })

  it('goes on in a new file after the running one was closed', async () => {
    const { running, film, closed } = await start()
    film(0, 2)
    await running.closeRunning(VAN.key)
    film(2, 3)
    const files = await until('the next one is on disk', async () => {
      const found = await running.running(VAN.key)
      return found.length > 0 ? found : null
    })
    expect(closed).toHaveLength(1)
    expect(files.map(({ path }) => path)).toEqual(['van/20260901/1/1000-2.mp4'])
    expect(files[0]?.startMs).toBeGreaterThanOrEqual(closed[0]?.endMs ?? 0)
    await running.closeRunning(2)
    expect(closed).toHaveLength(1)
  })
})
