// A recording in H.265, for a browser that cannot play it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RecordRanges, recordRangesPath } from '@fleetglass/contract/playback'
import { MediaCodec } from '@fleetglass/contract/streams'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedStream } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { type ReceivedMedia, StreamClient } from '../../../test/stream-client.ts'

const BUS = '13900000001'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 1)
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

describe.skipIf(!hasFfmpeg)('H.264 of a recording in H.265', () => {
  let server: TestServer
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-transcoded-'))
  const viewers: StreamClient[] = []
  beforeAll(async () => {
    const scene = { deviceId: BUS, startMs: START_MS, seconds: 20, clip: 'road' } as const
    for (const channel of [1, 2]) recordVideo(join(data, 'media'), { ...scene, channel, codec: 'h265' })
    recordVideo(join(data, 'media'), { ...scene, channel: 3 })
    server = await startTestServer({ data, config: { recordingDays: 29_999, transcoders: 1 } })
    const link = await server.login()
    await link.request('D01', { A: BUS, C: '4', F: '1' })
    const range = { deviceid: BUS, start: START_MS / 1000, end: START_MS / 1000 + 60 }
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...range }
    const recorded = async () => {
      const answer = (await callHttp(server, 'POST', recordRangesPath, { body })).body as unknown as RecordRanges
      return answer.channels.length === 3
    }
    await until('what lies in the folder is known', recorded)
    await link.close()
  })
  afterEach(async () => {
    for (const viewer of viewers.splice(0)) await viewer.close()
    await until('no child is left', async () => (await children()) === 0)
  })
  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  const children = async (): Promise<number> =>
    Number(/^fleetglass_transcoders (\d+)$/m.exec((await callHttp(server, 'GET', '/metrics')).text)?.[1])
  async function open(over: Record<string, string | number> = {}): Promise<StreamClient> {
    const at = { type: 'lopb', deviceid: BUS, channel: 1, spbtime: START_MS / 1000 + 5, codec: 'h264' }
    const { codec, ...rest } = { ...at, ...over }
    const viewer = await StreamClient.open(server.ports.streams, codec === '' ? rest : { ...rest, codec })
    viewers.push(viewer)
    return viewer
  }
  const seen = (viewer: StreamClient): ReceivedMedia[] => viewer.video.filter(({ shown }) => shown === undefined)
  /** Seconds of the video. */
  const atS = ({ timestampMs }: ReceivedMedia): number => (timestampMs - START_MS) / 1000
  const infos = (viewer: StreamClient) => viewer.texts.filter((text) => text.type === 'info').at(-1)

  it('plays, seeks, steps and shows stills with the times of the recording, and says what it was', async () => {
    const viewer = await open()
    await viewer.until(() => seen(viewer).length >= 10, 'pictures')
    expect(viewer.video.every(({ codec }) => codec === MediaCodec.h264)).toBe(true)
    expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
    expect(infos(viewer)).toMatchObject({ video: MediaCodec.h264, audio: MediaCodec.g711a, transcodedFrom: 99 })
    expect(atS(seen(viewer)[0] as ReceivedMedia)).toBeCloseTo(5, 0)

    const before = viewer.video.length
    viewer.say({ cmd: 'seek', time: START_MS / 1000 + 12 })
    await viewer.until(() => seen(viewer).some((frame) => atS(frame) >= 12), 'the other time')
    const jumped = viewer.video.slice(before).find((frame) => atS(frame) >= 10) as ReceivedMedia
    expect(jumped).toMatchObject({ keyFrame: true, discontinuity: true })

    viewer.say({ cmd: 'show', time: START_MS / 1000 + 3.5 })
    await viewer.until(() => Math.abs(atS(seen(viewer).at(-1) as ReceivedMedia) - 3.5) < 0.1, 'a still')
    const still = seen(viewer).at(-1) as ReceivedMedia
    viewer.say({ cmd: 'step', frames: 1 })
    await viewer.until(() => (seen(viewer).at(-1) as ReceivedMedia).timestampMs > still.timestampMs, 'the next one')
    expect((seen(viewer).at(-1) as ReceivedMedia).timestampMs - still.timestampMs).toBeLessThan(100)
    expect(await children()).toBe(1)
  })

  it('plays backwards: what is to be shown has been sent before', async () => {
    const viewer = await open()
    await viewer.until(() => seen(viewer).length >= 3, 'pictures')
    viewer.say({ cmd: 'speed', value: -1 })
    const shows = () => viewer.texts.flatMap((text) => (text.type === 'show' ? [text.timestampMs] : []))
    await viewer.until(() => shows().length >= 5, 'pictures backwards')
    expect(shows()).toEqual(shows().toSorted((a, b) => b - a))
    const stored = new Set(viewer.video.map(({ timestampMs }) => timestampMs))
    expect(shows().filter((time) => !stored.has(time))).toEqual([])
  })

  it('plays to the last picture, and costs nothing where the recording is H.264', async () => {
    const viewer = await open({ spbtime: START_MS / 1000 + 18.5 })
    await viewer.closed
    expect(viewer.states.at(-1)).toBe('end')
    expect(atS(seen(viewer).at(-1) as ReceivedMedia)).toBeGreaterThan(19.8)
    const plain = await open({ channel: 3 })
    await plain.until(() => seen(plain).length >= 3, 'pictures')
    expect(await children()).toBe(0)
    expect(infos(plain)).not.toHaveProperty('transcodedFrom')
  })

  it('is refused with what to do when all are in use; who does not ask gets what was recorded', async () => {
    const first = await open()
    await first.until(() => seen(first).length > 0, 'a picture')
    const second = await open({ channel: 2 })
    expect((await second.closed).code).toBe(4429)
    expect(second.texts.at(-1)).toEqual(failedStream('transcoder-busy'))
    expect((await (await open({ codec: 'vp9' })).closed).code).toBe(4404)
    const viewer = await open({ codec: '' })
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    expect(viewer.video[0]?.codec).toBe(MediaCodec.h265)
  })
})
