import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digitsToBcd } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { scanNalUnits, toAnnexB } from '@fleetglass/media'
import { afterEach, describe, expect, it } from 'vitest'
import { CameraDevice, type TestVideo } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { failedStream } from '../../../test/failures.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { ServerConfig } from '../../platform/config/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { ChannelState, MediaFrame, StreamReader, Streams } from '../../ports/live-media/index.ts'
import { tooLargeSize } from './ffmpeg-child.ts'
import { FlvPictures } from './flv-pictures.ts'
import { createTranscodedStreams } from './transcoded-streams.ts'

const TERMINAL = '13000000001'
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

describe.skipIf(!hasFfmpeg)('H.264 of a channel that sends H.265', () => {
  const opened: { close(): Promise<unknown> }[] = []
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  async function site(config: Partial<ServerConfig> = {}): Promise<TestServer> {
    const server = await startTestServer({ config })
    opened.push(server)
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await link.close()
    const road = (channel: number) => clipVideo(TERMINAL, channel, { clip: 'road', codec: 'h265', sound: 'g711a' })
    const videos = { 1: road(1), 2: road(2), 3: clipVideo(TERMINAL, 3) }
    opened.push(await CameraDevice.connect(server.ports.signalling, TERMINAL, systemClock, videos))
    return server
  }

  async function watch(server: TestServer, parameters: Record<string, string | number> = {}) {
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: TERMINAL, channel: 1, ...parameters })
    opened.push(viewer)
    return viewer
  }

  const children = async (server: TestServer): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^fleetglass_transcoders (\d+)$/m.exec(text)?.[1])
  }

  it('is made once for all who ask for it, with the times of the camera, beside the sound, and ends with the last', async () => {
    const server = await site()
    const viewers = [await watch(server, { codec: 'h264' }), await watch(server, { codec: 'h264' })]
    const plain = await watch(server)
    for (const viewer of [...viewers, plain]) await viewer.until(() => viewer.video.length >= 12, 'pictures')
    const [one, other] = viewers as [StreamClient, StreamClient]
    expect(await children(server)).toBe(1)
    expect(plain.video[0]?.codec).toBe(99)
    for (const viewer of viewers) {
      expect(viewer.video.every(({ codec }) => codec === 98)).toBe(true)
      expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
      expect(typesOf(viewer.video[0]?.payload ?? new Uint8Array(0)).slice(0, 2)).toEqual([7, 8])
      const info = viewer.texts.filter((text) => text.type === 'info').at(-1)
      expect(info).toMatchObject({ video: 98, audio: 6, transcodedFrom: 99 })
      const times = viewer.video.map(({ timestampMs }) => timestampMs)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const sent = new Set(plain.video.map(({ timestampMs }) => timestampMs))
      expect(times.filter((time) => sent.has(time)).length).toBeGreaterThan(5)
      await viewer.until(() => viewer.media.some(({ kind }) => kind === 'audio'), 'sound')
    }
    await one.close()
    const shown = other.video.length
    await other.until(() => other.video.length > shown, 'the other goes on')
    await other.close()
    await until('the child has ended', async () => (await children(server)) === 0)
  })

  it('costs nothing where the camera sends H.264', async () => {
    const server = await site()
    const viewer = await watch(server, { channel: 3, codec: 'h264' })
    await viewer.until(() => viewer.video.length >= 3, 'pictures')
    expect(await children(server)).toBe(0)
    expect(viewer.texts.filter((text) => text.type === 'info').at(-1)).not.toHaveProperty('transcodedFrom')
  })

  it('is refused with what to do when all are in use, and when there is no ffmpeg', async () => {
    const full = await site({ transcoders: 1 })
    const first = await watch(full, { codec: 'h264' })
    await first.until(() => first.video.length > 0, 'a picture')
    const second = await watch(full, { channel: 2, codec: 'h264' })
    expect((await second.closed).code).toBe(4429)
    expect(second.texts.at(-1)).toEqual(failedStream('transcoder-busy'))
    const without = await site({ ffmpeg: '/nowhere/ffmpeg' })
    const viewer = await watch(without, { codec: 'h264' })
    expect((await viewer.closed).code).toBe(4500)
    expect(viewer.texts.at(-1)).toEqual(failedStream('transcoder-absent'))
    const broken = await watch(await site({ ffmpeg: '/bin/false' }), { codec: 'h264' })
    await broken.closed
    expect(broken.texts.at(-1)).toEqual(failedStream('transcoder-failed'))
    expect(await children(without)).toBe(0)
    expect((await (await watch(full, { codec: 'vp9' })).closed).code).toBe(4404)
  })
})

it('a child counts until it is gone; who comes meanwhile waits, and the end waits for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'transcoder-'))
  const program = join(folder, 'child')
  writeFileSync(program, '#!/bin/sh\necho $$ > "$0.tmp"; mv "$0.tmp" "$0.pid"; exec sleep 60\n', { mode: 0o755 })
  const key = { kind: 'video', codec: 99, keyFrame: true, timestampMs: 0, payload: new Uint8Array(8) } as MediaFrame
  const streams = {
    subscribe(_: unknown, reader: StreamReader) {
      reader.frame(key)
      return { close: () => {}, prefer: () => {} }
    },
  } as unknown as Streams
  const registry = { byId: () => undefined }
  const transcoded = createTranscodedStreams({
    log: createLog('silent'),
    metrics: createMetrics(),
    liveMedia: streams,
    registry,
    program,
    limit: 1,
  })
  const states: string[] = []
  const reader = { frame: () => {}, state: ({ kind }: ChannelState) => void states.push(kind) }
  const watch = (channel: number) => transcoded.subscribe({ deviceId: 'van', channel, main: true }, reader)

  const first = watch(1)
  watch(2).close()
  expect(states).toEqual(['failed'])
  const pidFile = `${program}.pid`
  const pid = await until('it runs', () => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')))
  first.close()
  const others = [watch(2), watch(3)]
  expect(states).toEqual(['failed'])
  for (const other of others) other.close()
  await transcoded.close()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  rmSync(folder, { recursive: true })
})

describe('pictures that are too large for a child', () => {
  it('are refused before a child is started', async () => {
    const server = await startTestServer({ config: { ffmpeg: '/nowhere/ffmpeg' } })
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '1', F: '0' })
    await link.close()
    const device = await CameraDevice.connect(server.ports.signalling, TERMINAL, systemClock, { 1: largeVideo() })
    const viewer = await StreamClient.open(server.ports.streams, { deviceid: TERMINAL, channel: 1, codec: 'h264' })
    expect((await viewer.closed).code).toBe(4500)
    expect(viewer.texts.at(-1)).toEqual(failedStream('transcoder-too-large'))
    await device.close()
    await server.close()
  })

  it('are detected from any parameter set of a picture, in either orientation', () => {
    const picture = (...sizes: readonly (readonly [number, number])[]) =>
      toAnnexB([...sizes.map(([width, height]) => h265Sps(width, height)), IDR])
    expect(tooLargeSize(picture([4096, 2304]))).toBeNull()
    expect(tooLargeSize(picture([2304, 4096]))).toBeNull()
    expect(tooLargeSize(picture([4104, 8]))).toEqual({ width: 4104, height: 8 })
    expect(tooLargeSize(picture([2560, 2560]))).toEqual({ width: 2560, height: 2560 })
    expect(tooLargeSize(picture([640, 360], [16_384, 16_384]))).toEqual({ width: 16_384, height: 16_384 })
    expect(tooLargeSize(Uint8Array.of(0, 0, 1, 0x42, 1))).toBeNull()
    expect(tooLargeSize(new Uint8Array(0))).toBeNull()
  })
})

const IDR = Uint8Array.of(19 << 1, 1, 0x80, 0x11, 0x22, 0x33)

/** A sequence parameter set (ITU-T H.265, 7.3.2.2) up to the bit depths, which is what is read of it. */
function h265Sps(width: number, height: number): Uint8Array {
  const coded = (value: number): string => '0'.repeat((value + 1).toString(2).length - 1) + (value + 1).toString(2)
  const profile = '00010001'.repeat(12)
  const bits = `00000001${profile}${[0, 1, width, height].map(coded).join('')}0${coded(0)}${coded(0)}`
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  return Uint8Array.from([33 << 1, 1, ...bytes])
}

function largeVideo(): TestVideo {
  const payload = toAnnexB([
    Uint8Array.of(32 << 1, 1, 0x11, 0x22),
    h265Sps(8192, 4320),
    Uint8Array.of(34 << 1, 1, 0xc1, 0x22),
    IDR,
  ])
  const frame = { payloadType: PayloadType.h265, dataType: DataType.I, payload, channel: 1 }
  const packets = Array.from({ length: 100 }, (_, at) => {
    const sent = { ...frame, simRaw: digitsToBcd(TERMINAL.padStart(12, '0')), timestampMs: at * 100, firstSerial: at }
    return encodePackets(sent).map((bytes) => ({ bytes, atMs: at * 100 }))
  })
  return { packets: packets.flat(), lengthMs: 10_000 }
}

describe('what the child writes', () => {
  const header = Uint8Array.of(0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0)
  const tag = (...body: number[]) => [9, 0, 0, body.length, 0, 0, 0, 0, 0, 0, 0, ...body, 0, 0, 0, 0]
  const configuration = tag(0x17, 0, 0, 0, 0, 1, 66, 0, 30, 0xff, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 2)

  it('is read however it is cut, with the parameter sets in front of key frames', () => {
    const key = tag(0x17, 1, 0, 0, 0, 0, 0, 0, 2, 0x65, 9)
    const other = tag(0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x41, 8)
    const bytes = Uint8Array.from([...header, ...configuration, ...key, ...other])
    for (const size of [1, 7, 1000]) {
      const pictures = new FlvPictures()
      const found: [number[], boolean][] = []
      for (let at = 0; at < bytes.length; at += size) {
        expect(pictures.push(bytes.subarray(at, at + size), (unit, isKey) => found.push([typesOf(unit), isKey]))).toBe(
          true,
        )
      }
      expect(found).toEqual([
        [[7, 8, 5], true],
        [[1], false],
      ])
    }
  })

  it('that is no FLV, or a tag without end, ends it', () => {
    expect(new FlvPictures().push(new Uint8Array(13), () => {})).toBe(false)
    const endless = Uint8Array.from([...header, 9, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0])
    expect(new FlvPictures().push(endless, () => {})).toBe(false)
  })

  it('with lengths that lie beyond it gives what is there', () => {
    const lying = Uint8Array.from([...header, ...tag(0x17, 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x65), ...tag(0x17, 0)])
    const found: number[][] = []
    expect(new FlvPictures().push(lying, (unit) => found.push(typesOf(unit)))).toBe(true)
    expect(found).toEqual([[5]])
  })
})

function typesOf(accessUnit: Uint8Array): number[] {
  const types: number[] = []
  scanNalUnits(accessUnit, (start) => {
    types.push((accessUnit[start] ?? 0) & 0x1f)
    return false
  })
  return types
}
