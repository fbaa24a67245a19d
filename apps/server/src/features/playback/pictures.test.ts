import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { type ReceivedMedia, StreamClient } from '../../../test/stream-client.ts'

const BUS = '13900000001'
const DAY = '2026-09-01'
/** Two files that follow each other, and one a minute after them. */
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 1)
const FILES = [
  [START_MS, 60],
  [START_MS + 60_000, 58],
  [START_MS + 180_000, 58],
] as const
const SECOND_CHANNEL_MS = START_MS + 30_000

describe('what is recorded, picture by picture', () => {
  let server: TestServer
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-pictures-'))
  const viewers: StreamClient[] = []

  beforeAll(async () => {
    const media = join(data, 'media')
    for (const [startMs, seconds] of FILES) recordVideo(media, { deviceId: BUS, channel: 1, startMs, seconds })
    recordVideo(media, { deviceId: BUS, channel: 2, startMs: SECOND_CHANNEL_MS, seconds: 20 })
    server = await startTestServer({ data, config: { recordingDays: 29_999 } })
    const link = await server.login()
    await link.request('D01', { A: BUS, C: '4', F: '1' })
    await link.close()
    const minutes = async () => JSON.stringify(await call('/gkdevice/recordinfo', { deviceid: BUS, date: DAY, tz: 0 }))
    await until('what lies in the folder is known', async () => (await minutes()).includes('1,1,0,1'))
  })

  afterAll(async () => {
    for (const viewer of viewers) await viewer.close()
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  const credentials = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
  const call = async (path: string, body: object) =>
    (await callHttp(server, 'POST', path, { body: { ...credentials, ...body } })).body

  async function open(atMs: number, more: Record<string, string | number> = { speed: 0 }): Promise<StreamClient> {
    const parameters = { type: 'lopb', deviceid: BUS, channel: 1, streamid: viewers.length, spbtime: atMs / 1000 }
    const viewer = await StreamClient.open(server.ports.streams, { ...parameters, ...more })
    viewers.push(viewer)
    return viewer
  }

  /** Waits for the next picture that is shown, and answers it. */
  async function shown(viewer: StreamClient, say?: object): Promise<ReceivedMedia> {
    const seen = () => viewer.video.filter((frame) => frame.shown === undefined)
    const before = say === undefined ? 0 : seen().length
    if (say !== undefined) viewer.say(say)
    await viewer.until(() => seen().length > before, 'a picture')
    return seen().at(-1) as ReceivedMedia
  }

  /** Shown times of the recording around a moment, by stepping there. */
  async function times(viewer: StreamClient, steps: readonly number[]): Promise<number[]> {
    const found: number[] = []
    for (const frames of steps) found.push((await shown(viewer, { cmd: 'step', frames })).timestampMs)
    return found
  }

  it('a playback that begins paused shows the last picture at or before its time, decoded from its key frame on', async () => {
    const viewer = await open(START_MS + 30_500)
    const picture = await shown(viewer)
    expect(START_MS + 30_500 - picture.timestampMs).toBeGreaterThanOrEqual(0)
    expect(START_MS + 30_500 - picture.timestampMs).toBeLessThan(80)
    expect(viewer.video[0]).toMatchObject({ keyFrame: true, discontinuity: true, shown: 'never' })
    expect(viewer.video.slice(0, -1).every((frame) => frame.shown === 'never')).toBe(true)
    expect(viewer.states.at(-1)).toBe('paused')
    const exact = await shown(viewer, { cmd: 'show', time: picture.timestampMs / 1000 })
    expect(exact.timestampMs).toBe(picture.timestampMs)
    const key = await shown(viewer, { cmd: 'show', time: (START_MS + 20_900) / 1000, keyFrame: true })
    expect(key).toMatchObject({ keyFrame: true, timestampMs: START_MS + 20_000 })
  })

  it('a step goes to the next or the previous picture, or several, and back to the same one', async () => {
    const viewer = await open(START_MS + 10_000)
    expect((await shown(viewer)).timestampMs).toBe(START_MS + 10_000)
    const on = await times(viewer, [1, 1, 1])
    const gaps = [START_MS + 10_000, ...on].map((time, index, all) => time - (all[index - 1] ?? time))
    expect(gaps.slice(1).every((gap) => gap > 40 && gap < 100)).toBe(true)
    expect(await times(viewer, [-1, -1, -1])).toEqual([on[1], on[0], START_MS + 10_000])
    expect(await times(viewer, [3, -2])).toEqual([on[2], on[0]])
    // A second has fifteen pictures.
    expect(await times(viewer, [14, -15, 30])).toEqual([START_MS + 11_000, START_MS + 10_000, START_MS + 12_000])
  })

  it('a step goes across files and gaps, and stays at the ends of the recording', async () => {
    const viewer = await open(START_MS + 60_000)
    const turn = (await shown(viewer)).timestampMs
    expect(Math.abs(turn - (START_MS + 60_000))).toBeLessThan(20)
    const [last = 0, first] = await times(viewer, [-1, 1])
    expect(last).toBeGreaterThan(START_MS + 59_900)
    expect(last).toBeLessThan(turn)
    expect(first).toBe(turn)
    const gap = await open(START_MS + 150_000)
    const before = await shown(gap)
    expect(before.timestampMs).toBeLessThan(START_MS + 120_000)
    const [behind = 0, back] = await times(gap, [1, -1])
    expect(Math.abs(behind - (START_MS + 180_000))).toBeLessThan(20)
    expect(back).toBe(before.timestampMs)
    const begin = await open(START_MS)
    const opening = (await shown(begin)).timestampMs
    const count = begin.media.length
    begin.say({ cmd: 'step', frames: -1 })
    expect((await times(begin, [1, -1])).at(-1)).toBe(opening)
    // The step before the first picture showed nothing.
    expect(begin.video.slice(count).filter((frame) => frame.shown === undefined)).toHaveLength(2)
  })

  it('steps that are none, and pictures of no time, are ignored', async () => {
    const viewer = await open(START_MS + 5_000)
    await shown(viewer)
    const count = viewer.media.length
    for (const frames of [0, 101, -1_000, 0.5, 'one', null]) viewer.say({ cmd: 'step', frames })
    for (const time of [-1, 'noon', null, '1']) viewer.say({ cmd: 'show', time })
    viewer.say({ cmd: 'speed', value: -3 })
    expect((await shown(viewer, { cmd: 'step', frames: 1 })).timestampMs).toBeGreaterThan(START_MS + 5_000)
    expect(viewer.video.slice(count).filter((frame) => frame.shown === undefined)).toHaveLength(1)
  })

  it('backwards every picture is named once, from the last to the first, across the turn of a file', async () => {
    const viewer = await open(START_MS + 60_200)
    await shown(viewer)
    const named = () => viewer.texts.flatMap((text) => (text.type === 'show' ? [text.timestampMs] : []))
    viewer.say({ cmd: 'speed', value: -4 })
    await viewer.until(() => (named().at(-1) ?? START_MS * 2) < START_MS + 58_000, 'two seconds have passed')
    viewer.say({ cmd: 'speed', value: 0 })
    const full = await shown(viewer, { cmd: 'step', frames: -1 })
    const list = named()
    expect(list[0]).toBeGreaterThan(START_MS + 60_100)
    expect(list).toEqual([...new Set(list)].sort((a, b) => b - a))
    const steps = list.slice(1).map((time, index) => (list[index] ?? time) - time)
    expect(Math.max(...steps)).toBeLessThan(100)
    // Each was sent before, to be kept.
    const stored = viewer.video.filter((frame) => frame.shown === 'later').map((frame) => frame.timestampMs)
    expect(list.every((time) => stored.includes(time))).toBe(true)
    expect(full.timestampMs).toBeLessThan(list.at(-1) ?? 0)
  })

  it('backwards at 16 only key frames come, a gap is skipped, and at the beginning it ends', async () => {
    const viewer = await open(START_MS + 181_000)
    await shown(viewer)
    const before = viewer.video.length
    viewer.say({ cmd: 'speed', value: -16 })
    await viewer.until(() => viewer.video.length > before + 4, 'it goes backwards')
    const times = viewer.video.slice(before).map((frame) => frame.timestampMs)
    expect(viewer.video.slice(before).every((frame) => frame.keyFrame)).toBe(true)
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(times.findIndex((time) => time < START_MS + 120_000)).toBeLessThanOrEqual(3)
    viewer.say({ cmd: 'show', time: (START_MS + 2_000) / 1000 })
    viewer.say({ cmd: 'speed', value: -16 })
    expect((await viewer.closed).code).toBe(1000)
    expect(viewer.states.at(-1)).toBe('end')
  })

  it('a pause backwards is left in both directions from the picture that stands', async () => {
    const viewer = await open(START_MS + 40_000)
    await shown(viewer)
    viewer.say({ cmd: 'speed', value: -1 })
    await viewer.until(() => viewer.texts.some((text) => text.type === 'show'), 'it goes backwards')
    const still = await shown(viewer, { cmd: 'speed', value: 0 })
    const on = await shown(viewer, { cmd: 'speed', value: 2 })
    expect(Math.abs(on.timestampMs - still.timestampMs)).toBeLessThan(200)
  })

  it('sockets with one stream number and time play by one clock: a channel without a recording waits for its own', async () => {
    const atMs = SECOND_CHANNEL_MS - 1_500
    const [one, two] = await Promise.all([1, 2].map((channel) => open(atMs, { channel, streamid: 77 })))
    if (one === undefined || two === undefined) throw new Error('two channels are wanted')
    await two.until(() => two.video.length > 0, 'its first picture')
    expect(two.states[0]).toBe('buffering')
    expect(two.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
    expect(Math.abs((two.video[0]?.timestampMs ?? 0) - SECOND_CHANNEL_MS)).toBeLessThan(20)
    one.say({ cmd: 'speed', value: 0 })
    for (const viewer of [one, two]) await viewer.until(() => viewer.states.at(-1) === 'paused', 'the common pause')
    two.say({ cmd: 'speed', value: 4 })
    for (const viewer of [one, two]) await viewer.until(() => viewer.states.at(-1) === 'playing', 'both to go on')
  })

  it('[LOPB-36] [LOPB-39] [API1-30] [API1-51] recordinfo answers 24 hours of 60 minutes, in the zone that is asked for', async () => {
    const info = await call('/gkdevice/recordinfo', { deviceid: BUS, date: DAY, tz: 0 })
    expect(info).toMatchObject({ hasData: true, hasError: false, message: '' })
    const data = info.data as { hourLabel: string; raw: number[] }[]
    expect(data.map(({ hourLabel }) => hourLabel)).toEqual(
      Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')),
    )
    expect(data.every(({ raw }) => raw.length === 60)).toBe(true)
    expect(
      data.flatMap(({ raw }, hour) => raw.flatMap((flag, minute) => (flag === 1 ? [[hour, minute]] : []))),
    ).toEqual([
      [10, 0],
      [10, 1],
      [10, 3],
    ])
    const east = await call('/gkdevice/recordinfo', { deviceid: BUS, date: '2026-09-02', tz: 14 * 3600 })
    expect((east.data as { raw: number[] }[])[0]?.raw.slice(0, 5)).toEqual([1, 1, 0, 1, 0])
  })

  it('[LOPB-38] a date without recordings says so with device and date; a bad question says what is wrong with it', async () => {
    expect(await call('/gkdevice/recordinfo', { deviceid: BUS, date: '2026-08-01', tz: 0 })).toMatchObject({
      hasData: false,
      hasError: false,
      message: `${BUS} has no record on 2026-08-01`,
    })
    for (const [wrong, failure] of [
      [{ deviceid: 'nobody', date: DAY, tz: 0 }, failedCall('unknown-device')],
      [
        { deviceid: BUS, date: '2026-02-30', tz: 0 },
        failedCall('invalid-field', { field: 'date', reason: 'is no date like 2026-09-01' }),
      ],
      [
        { deviceid: BUS, date: DAY, tz: 90_000 },
        failedCall('invalid-field', { field: 'tz', reason: 'is no offset from UTC' }),
      ],
    ] as const) {
      expect(await call('/gkdevice/recordinfo', wrong)).toEqual(failure)
    }
  })

  it('[API1-31] [API1-52] recorddays answers the days of the month with recordings, in the zone that is asked for', async () => {
    expect(await call('/gkdevice/recorddays', { deviceid: BUS, month: '2026-09', tz: 0 })).toEqual({ days: [1] })
    expect(await call('/gkdevice/recorddays', { deviceid: BUS, month: '2026-09', tz: 14 * 3600 })).toEqual({
      days: [2],
    })
    expect(await call('/gkdevice/recorddays', { deviceid: BUS, month: '2026-08', tz: -11 * 3600 })).toEqual({
      days: [31],
    })
    expect(await call('/gkdevice/recorddays', { deviceid: BUS, month: '2026-09', tz: -11 * 3600 })).toEqual({
      days: [],
    })
    expect(await call('/gkdevice/recorddays', { deviceid: BUS, month: '2026-13', tz: 0 })).toMatchObject({
      hasError: true,
    })
  })

  it('recordranges answers what each channel has: files that follow each other are one range, gaps lie between', async () => {
    const start = START_MS / 1000
    const answer = await call('/gkdevice/recordranges', { deviceid: BUS, start: start - 3600, end: start + 3600 })
    const channels = answer.channels as { channel: number; ranges: number[][] }[]
    expect(channels.map(({ channel }) => channel)).toEqual([1, 2])
    expect(channels[0]?.ranges.map((range) => range.map(Math.round))).toEqual([
      [start, start + 118],
      [start + 180, start + 238],
    ])
    const cut = await call('/gkdevice/recordranges', { deviceid: BUS, start: start + 35, end: start + 40 })
    expect(cut.channels).toEqual([1, 2].map((channel) => ({ channel, ranges: [[start + 35, start + 40]] })))
    for (const [from, to] of [
      [start, start],
      [start, start + 4 * 86_400],
      [-1, start],
      [0.5, 3],
    ])
      expect(await call('/gkdevice/recordranges', { deviceid: BUS, start: from, end: to })).toMatchObject({
        hasError: true,
      })
  })
})
