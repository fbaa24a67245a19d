// One suite for every implementation of the port, and what only the bus has to keep.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, until } from '@fleetglass/testkit'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bluffPicture } from '../../../test/devices/coded-video.ts'
import { deviceChannels, registeredDevice } from '../../../test/devices/registered-device.ts'
import { twoNodes, whereNats } from '../../../test/nats/nats-buses.ts'
import { createRecorder } from '../../ingest/recorder/index.ts'
import type { Recorder } from '../../ingest/recorder/recorder.ts'
import { type Bus, createInProcessBus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { openMediaFolder } from '../../platform/media-store/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import type { DeviceHost } from '../device-host.ts'
import { deviceSubject } from '../device-subject.ts'
import type { StreamReader, Streams } from '../live-media/index.ts'
import {
  createBusGapFills,
  createBusRecordings,
  type GapFills,
  type RunningRecordings,
  type Segment,
  serveGapFills,
  serveRecordings,
} from './index.ts'
import { MAX_RANGE_BYTES, rangeRequestCodec, recordingReplyCodec, recordingRequestCodec } from './recording-codecs.ts'

const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)
const VAN = registeredDevice({ channels: deviceChannels('1'), video: 'record-enabled' })

interface Implementation {
  readonly running: RunningRecordings & GapFills
  /** What is on disk of a file. */
  readonly bytesOf: (path: string) => Buffer
  /** Pictures of the van's camera, ten a second, from a second of the recording on. */
  readonly clip: (fromS: number, seconds: number) => void
  /** Files that the index received. */
  readonly closed: readonly Segment[]
  /** The index takes files, or keeps the recorder waiting. */
  readonly holdIndex: () => () => void
}

/** `fileHosts` serve files of the device while there are any; `through` is how the recorder is reached. */
async function recorded(
  fileHosts: DeviceHost[] = [],
  through: (recorder: Recorder) => RunningRecordings & GapFills = (recorder) => recorder,
): Promise<Implementation> {
  const root = mkdtempSync(join(tmpdir(), 'fleetglass-running-'))
  const metrics = createMetrics()
  const folder = await openMediaFolder(join(root, 'media'))
  let camera: StreamReader | null = null
  const closed: Segment[] = []
  let buffered = Promise.resolve()
  const recorder = await createRecorder({
    clock: createManualClock(START_MS),
    log: createLog('silent'),
    metrics,
    registry: {
      all: () => [VAN],
      byId: (id: string) => (id === VAN.deviceId ? VAN : undefined),
      byKey: (key: number) => (key === VAN.key ? VAN : undefined),
      onChange: () => ({ close: () => {} }),
    } as unknown as DeviceRegistry,
    fleet: {
      all: () => [],
      get: () => ({ online: true }),
      onChange: () => ({ close: () => {} }),
      onOnlineChange: () => ({ close: () => {} }),
    } as unknown as Fleet,
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
        await buffered
        closed.push(segment)
      },
      find: async () => [],
    },
    fileHosts,
  })
  const running = through(recorder)
  recorder.start()
  onTestFinished(async () => {
    await recorder.close()
    metrics.close()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    running,
    bytesOf: (path) => readFileSync(folder.absolute(path)),
    clip(fromS, seconds) {
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
      buffered = promise
      return resolve
    },
  }
}

async function overTheBus() {
  const clock = createManualClock(START_MS)
  const bus = createInProcessBus({ clock, onError: (error) => expect.unreachable(String(error)) })
  return { ...(await between({ far: bus, near: bus }, clock)), bus }
}

async function overNats() {
  const clock = createManualClock(START_MS)
  const nodes = await twoNodes(clock)
  const port = await between(nodes, clock)
  await nodes.settle()
  return port
}

async function between({ far, near }: { readonly far: Bus; readonly near: Bus }, clock: Clock) {
  const fileHosts: DeviceHost[] = []
  let connection = { close: (): void => undefined }
  const port = await recorded(fileHosts, (recorder) => {
    fileHosts.push({ serve: (deviceId) => serveRecordings({ bus: far }, deviceId, recorder) })
    connection = serveGapFills({ bus: far, clock }, VAN.deviceId, recorder)
    const deviceIds = () => ['bus', VAN.deviceId]
    return { ...createBusRecordings({ bus: near, deviceIds }), ...createBusGapFills({ bus: near, clock }) }
  })
  return { ...port, disconnect: () => connection.close() }
}

const implementations: Readonly<Record<string, () => Promise<Implementation>>> = {
  'called directly': () => recorded(),
  'over the bus': overTheBus,
  ...whereNats(overNats),
}

describe.each(Object.entries(implementations))('the recordings port, %s', (_, start) => {
  it('lists a running file with what is on disk of it, of its device and of all', async () => {
    const { running, clip } = await start()
    expect(await running.running(VAN.deviceId)).toEqual([])
    clip(0, 4)
    const [file] = await until('three fragments are on disk', async () => {
      const files = await running.running(VAN.deviceId)
      return files[0] !== undefined && files[0].endMs >= START_MS + 3_000 ? files : null
    })
    expect(file).toMatchObject({ deviceKey: 1, channel: 1, startMs: START_MS, path: 'van/20260901/1/1000.mp4' })
    expect(await running.running(null)).toEqual([file])
    expect(await running.running('bus')).toEqual([])
    expect(await running.isWriting(file?.path ?? '')).toBe(true)
    expect(await running.isWriting('van/20260901/1/0959.mp4')).toBe(false)
  })

  it('counts a file as being written until the index has it', async () => {
    const { running, clip, closed, holdIndex } = await start()
    clip(0, 2)
    const release = holdIndex()
    const closing = running.closeRunning(VAN.deviceId)
    const path = 'van/20260901/1/1000.mp4'
    await until('it is on disk', async () => (await running.running(null)).length === 1)
    expect(await running.running(VAN.deviceId)).toEqual(await running.running(null))
    expect([await running.isWriting(path), closed.length]).toEqual([true, 0])
    release()
    await closing
    expect(closed.map((segment) => segment.path)).toEqual([path])
    expect([await running.isWriting(path), await running.running(null)]).toEqual([false, []])
  })

  it('goes on in a new file after the running one was closed', async () => {
    const { running, clip, closed } = await start()
    clip(0, 2)
    await running.closeRunning(VAN.deviceId)
    clip(2, 3)
    const files = await until('the next one is on disk', async () => {
      const found = await running.running(VAN.deviceId)
      return found.length > 0 ? found : null
    })
    expect(closed).toHaveLength(1)
    expect(files.map(({ path }) => path)).toEqual(['van/20260901/1/1000-2.mp4'])
    expect(files[0]?.startMs).toBeGreaterThanOrEqual(closed[0]?.endMs ?? 0)
    await running.closeRunning('bus')
    expect(closed).toHaveLength(1)
  })

  it('reads ranges of a file that is being written, and of no other', async () => {
    const { running, clip, bytesOf } = await start()
    clip(0, 4)
    const [file] = await until('it is on disk', async () => {
      const files = await running.running(VAN.deviceId)
      return files.length > 0 ? files : null
    })
    const { path = '', bytes = 0 } = file ?? {}
    const open = await running.open(path)
    expect(await open?.size()).toBeGreaterThanOrEqual(bytes)
    expect(Buffer.from((await open?.read(100, 500)) ?? [])).toEqual(bytesOf(path).subarray(100, 600))
    expect((await open?.read(10_000_000, 10))?.length).toBe(0)
    await open?.close()
    await running.closeRunning(VAN.deviceId)
    expect(await running.open(path)).toBeNull()
    expect(await running.open('bus/20260901/1/1000.mp4')).toBeNull()
    expect(await running.open('../fleetglass.sqlite')).toBeNull()
  })

  it('fills a gap with frames of the past, and ends when its file is closed and indexed', async () => {
    const { running, closed } = await start()
    const range = { startMs: START_MS - 60_000, endMs: START_MS - 50_000 }
    const gapFill = await running.fillGap(VAN.deviceId, 1, range)
    for (let at = 0; at < 50; at++) {
      gapFill?.frame({
        kind: 'video',
        codec: 98,
        mainStream: true,
        discontinuity: at === 0,
        keyFrame: at % 10 === 0,
        timestampMs: range.startMs + at * 100,
        payload: bluffPicture(500, at % 10 === 0),
      })
    }
    await gapFill?.close()
    expect(closed.map(({ path }) => path)).toEqual(['van/20260901/1/0959.mp4'])
    await gapFill?.close()
    expect(await running.fillGap('bus', 1, range)).toBeNull()
  })
})

describe('running recordings over the bus', () => {
  it('a device is served as long as it has files that are not closed', async () => {
    const { running, clip, bus } = await overTheBus()
    clip(0, 2)
    await until('it is on disk', async () => (await running.running(null)).length === 1)
    const request = recordingRequestCodec.encode({ kind: 'running' })
    const reply = await bus.request(deviceSubject(VAN.deviceId, 'recording'), request, 1_000)
    expect(recordingReplyCodec.decode(reply)).toMatchObject({ ok: true, value: { kind: 'running' } })
    await expect(bus.request(deviceSubject('bus', 'recording'), request, 1_000)).rejects.toThrow('nobody answers')
  })

  it('a gap that is being filled is closed when its device disconnects', async () => {
    const { running, disconnect } = await overTheBus()
    const gapFill = await running.fillGap(VAN.deviceId, 1, { startMs: START_MS - 9_000, endMs: START_MS })
    disconnect()
    await gapFill?.close()
    expect(await running.fillGap(VAN.deviceId, 1, { startMs: START_MS - 9_000, endMs: START_MS })).toBeNull()
  })

  it('a path of another device, a range above the limit and unreadable bytes are refused with a reason', async () => {
    const { running, clip, bus } = await overTheBus()
    clip(0, 2)
    await until('it is on disk', async () => (await running.running(null)).length === 1)
    const read = async (bytes: Uint8Array): Promise<string> => {
      const reply = await bus.request(deviceSubject(VAN.deviceId, 'recording-bytes'), bytes, 1_000)
      expect(reply[0]).toBe(0)
      return Buffer.from(reply.subarray(1)).toString()
    }
    const path = 'bus/20260901/1/1000.mp4'
    expect(await read(rangeRequestCodec.encode({ path, position: 0, length: 9 }))).toContain('not being written')
    const long = { path, position: 0, length: MAX_RANGE_BYTES + 1 }
    expect(await read(Buffer.from(`\u0001${JSON.stringify(long)}`))).toContain('length')
    expect(await read(Uint8Array.of(2))).toContain('version 2 came')
    const bad = await bus.request(deviceSubject(VAN.deviceId, 'recording'), Uint8Array.of(9), 1_000)
    expect(recordingReplyCodec.decode(bad)).toMatchObject({ ok: true, value: { kind: 'failed' } })
  })

  it('codecs never throw for bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const codec of [recordingRequestCodec, recordingReplyCodec, rangeRequestCodec]) {
          codec.decode(bytes)
          codec.decode(Buffer.concat([Uint8Array.of(1), bytes]))
        }
      }),
    )
  })
})
