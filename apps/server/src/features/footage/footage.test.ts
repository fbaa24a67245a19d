import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customEventPath, type FootageTask, footageFileAddress, footagePath } from '@fleetglass/contract/footage'
import { accountPath } from '@fleetglass/contract/users'
import type { PlaybackRequest } from '@fleetglass/jt1078'
import { readRecording } from '@fleetglass/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import type { TestVideo } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { EventClient } from '../../../test/event-client.ts'
import { failedCall } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { type Clock, systemClock } from '../../platform/clock/index.ts'

const BUS = '13912345678'
const VAN = '13912345679'
const LENGTH_S = 20
/** A day ago, on a second. */
const T = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
const MAIN = 1
const SUB = 2

type Site = Pick<TestServer, 'ports' | 'data'>
const videos = new Map(
  [1, 2].map((channel) => [channel, clipVideo(BUS, channel, { sound: 'g711a', lengthS: LENGTH_S })]),
)
const wish = { deviceid: BUS, start: T, end: T + LENGTH_S, downloadplan: 1, streamtype: 1, audioout: 0 }
const credentials = (username: string) => ({ username, password: sha256(ADMIN_PASSWORD) })

const save = (site: Site, event: object, username = ADMIN) =>
  callHttp(site, 'POST', customEventPath, { body: { ...credentials(username), ...event } })
async function list(site: Site, username = ADMIN): Promise<readonly FootageTask[]> {
  const basic = Buffer.from(`${username}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  return JSON.parse((await callHttp(site, 'GET', footagePath, { headers })).text) as readonly FootageTask[]
}
const act = (site: Site, id: number, action: string, username = ADMIN) =>
  callHttp(site, 'POST', footagePath, { body: { ...credentials(username), id, action } })
const newest = async (site: Site): Promise<FootageTask> => (await list(site))[0] as FootageTask
/** The newest one, once its state is this. */
const becomes = (site: Site, state: FootageTask['state']) =>
  until(`it is ${state}`, async () => {
    const task = await newest(site)
    return task?.state === state && task
  })

/** A recorder that plays from the second that it is asked for; `most`: what it plays of a connection, ms. */
async function connect(site: Site, clock: Clock, terminal = BUS, most = Number.POSITIVE_INFINITY) {
  const behaviour = { most, endsByItself: true }
  const device: RecordedDevice = await RecordedDevice.connect(site.ports.signalling, terminal, clock, {
    list: [],
    endsByItself: true,
    answer: ({ channel }) => (videos.has(channel) ? [recording(T, T + LENGTH_S, { channel })] : []),
    video(channel): TestVideo {
      const asked = device.asked.findLast((one) => one.channel === channel)
      const fromMs = secondsOf(asked) * 1000
      const { packets = [], lengthMs = 0 } = videos.get(channel) ?? {}
      const sent = packets.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + behaviour.most)
      return { packets: sent, lengthMs }
    },
  })
  return { device, behaviour }
}

/** What lies in the files of a channel, file after file. */
function samples({ data }: { readonly data: string }, { id, deviceid }: FootageTask, channel: number) {
  const folder = join(data, 'media', deviceid, 'footage', String(id))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes(`/${channel}/`) && name.endsWith('.mp4'))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return files.flatMap((name) => {
    const read = readRecording(readFileSync(join(folder, name)))
    if (!read.ok) throw new Error(`${name}: ${read.reason}`)
    return read.value.fragments.flatMap((fragment) => fragment.samples)
  })
}

/** Where it is to begin, seconds from the beginning of what was asked for. */
const secondsOf = (asked: PlaybackRequest | undefined): number => (asked?.fromLocalS ?? 0) - 8 * 3600 - T

function bytesBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mp4'))
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Which pictures of the video it has. */
function pictures(site: { readonly data: string }, task: FootageTask, channel = 1): number[] {
  return samples(site, task, channel)
    .filter(({ kind }) => kind === 'video')
    .map(({ timestampMs }) => Math.round(((timestampMs - T * 1000) * 15) / 1000) + 0)
    .sort((a, b) => a - b)
}

const everyPicture = Array.from({ length: LENGTH_S * 15 }, (_, at) => at)

describe('a custom download event', () => {
  const clock = fastClock(5, Date.now())
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { site: { disableDownload: true } } })
    const link = await server.login()
    for (const id of [BUS, VAN]) await link.request('D01', { A: id, C: '4', F: '0' })
    await link.close()
    const access = [...'0'.repeat(100)]
    await addUsers(
      server,
      { name: 'second', permission: 2 },
      { name: 'barred', permission: 3, access: access.join('') },
    )
  })
  afterAll(() => server.close())

  let connected: RecordedDevice | null = null
  const bus = async (most?: number) => {
    const made = await connect(server, clock, BUS, most)
    connected = made.device
    return made
  }
  afterEach(async () => {
    await connected?.close()
    connected = null
    for (const { id } of await list(server)) await act(server, id, 'cancel')
    await until('it is offline', async () =>
      (await callHttp(server, 'GET', '/metrics')).text.includes('fleetglass_devices_connected 0'),
    )
  })

  it('[MP4-17] has a device, begin and end, channels, streams and sound, and is refused without one of the first four', async () => {
    for (const field of ['deviceid', 'start', 'end', 'downloadplan'] as const) {
      const { [field]: _, ...rest } = wish
      expect((await save(server, rest)).body, `without ${field}`).toMatchObject({ hasError: true })
    }
    expect(await list(server)).toEqual([])
  })

  it('[API1-26] [MP4-18] [MP4-19] [MP4-36] is kept for each device of a list with an event of code 100, and waits for its device', async () => {
    const events = await EventClient.login(server.ports.http)
    const saved = await save(server, { ...wish, deviceid: `${BUS}, ${VAN}` })
    expect(saved.body).toEqual({ hasError: false, message: 'saved for 2 devices' })
    for (const id of [BUS, VAN]) expect(await events.next(100, 'new', id)).toMatchObject({ deviceid: id })
    events.close()
    const tasks = await list(server)
    expect(tasks.map(({ deviceid, start, end, state }) => ({ deviceid, start, end, state }))).toEqual(
      [VAN, BUS].map((deviceid) => ({ deviceid, start: T, end: T + LENGTH_S, state: 'queued' })),
    )
    await bus()
    await until('the one that came is fetched', async () => (await list(server))[1]?.state === 'done')
    expect((await newest(server)).state).toBe('queued')
  })

  it('[USR-10] footage of more days ago than a user may see is in no list of that user', async () => {
    const start = Math.floor(clock.nowMs() / 1000) - 10 * 86_400
    await save(server, { ...wish, deviceid: VAN, start, end: start + 60 })
    expect(await list(server, 'second')).toMatchObject([{ deviceid: VAN, start }])
    const limit = (rdbretention: number) =>
      callHttp(server, 'PUT', accountPath, { body: { ...credentials(ADMIN), editingName: 'second', rdbretention } })
    await limit(5)
    expect(await list(server, 'second')).toEqual([])
    expect(await list(server)).toMatchObject([{ deviceid: VAN, start }])
    await limit(0)
    expect(await list(server, 'second')).toHaveLength(1)
  })

  it('[MP4-20] [MP4-21] [MP4-22] [MP4-34] the chosen stream of each chosen channel is fetched by 0x9201, whole, with or without sound', async () => {
    const { device } = await bus()
    await save(server, { ...wish, downloadplan: 0b11, streamtype: 0b10, audioout: 1 })
    const both = await becomes(server, 'done')
    expect(
      device.asked.map(({ channel, stream, fromLocalS, toLocalS, resource }) => [
        channel,
        stream,
        fromLocalS! - 8 * 3600,
        toLocalS! - 8 * 3600,
        resource,
      ]),
    ).toEqual([
      [1, SUB, T, T + LENGTH_S, 0],
      [2, MAIN, T, T + LENGTH_S, 0],
    ])
    expect(both).toMatchObject({ percent: 100, channels: [1, 2], files: [1, 2], user: ADMIN })
    for (const channel of [1, 2]) expect(pictures(server, both, channel)).toEqual(everyPicture)
    expect(samples(server, both, 1).some(({ kind }) => kind === 'audio')).toBe(true)
    await save(server, wish)
    await until('the next one', async () => (await newest(server)).id !== both.id)
    const mute = await becomes(server, 'done')
    expect(samples(server, mute, 1).some(({ kind }) => kind === 'audio')).toBe(false)
    // Nothing of it stands among the recordings of the server.
    expect(readdirSync(join(server.data, 'media', BUS))).toEqual(['footage'])
  })

  it.each([
    ['[MP4-23] an empty device id', { deviceid: ' , ' }, 'the device id is empty'],
    ['[MP4-24] none of the channels 1 to 8', { downloadplan: 0 }, 'no channel is chosen'],
    ['[MP4-35] an end before its start', { end: T - 1 }, 'Start Time > End Time'],
    ['[MP4-20] a plan of channel 9', { downloadplan: 256 }, 'downloadplan'],
    ['[MP4-22] sound that is neither 0 nor 1', { audioout: 2 }, 'audioout'],
    ['a start and end that are the same', { end: T }, 'the same'],
    ['more than a day', { end: T + 86_401 }, '24 hours'],
    ['times that are none', { start: 'now' }, 'start'],
    ['too many devices', { deviceid: 'x'.repeat(5000) }, 'too many devices'],
    ['channels that the device does not have', { downloadplan: 128 }, 'none of these channels'],
    ['a device among them that is not there', { deviceid: `${BUS},nobody` }, 'there is no such device'],
  ])('%s is refused, and nothing is kept', async (_, change, sentence) => {
    const { body } = await save(server, { ...wish, ...change })
    expect(body).toMatchObject({ hasError: true, message: expect.stringContaining(sentence) })
    if (sentence === 'none of these channels') {
      expect(body).toEqual(failedCall('no-footage-channel', { deviceId: BUS }))
    }
    expect(await list(server)).toEqual([])
  })

  it('[MP4-37] [RIGHT-011] without F_addcd it is refused with hasError, and so is all that comes of it', async () => {
    expect((await save(server, wish, 'barred')).body).toMatchObject(failedCall('permission-denied'))
    expect((await act(server, 1, 'cancel', 'barred')).body).toMatchObject({ hasError: true })
    expect(await list(server)).toEqual([])
  })

  it('is refused beyond the 100 that may wait for a device, and another device is not affected', async () => {
    for (let n = 0; n < 100; n++) expect((await save(server, wish)).body).toMatchObject({ hasError: false })
    expect((await save(server, wish)).body).toEqual(failedCall('too-much-footage'))
    expect((await save(server, { ...wish, deviceid: VAN })).body).toMatchObject({ hasError: false })
  })

  it('[MP4-36] a file is had in parts, by who may download', async () => {
    await bus()
    await save(server, wish)
    const { id } = await becomes(server, 'done')
    const get = (over: object = {}, headers = {}) => {
      const file = { user: ADMIN, password: sha256(ADMIN_PASSWORD), id, ch: 1, ...over }
      return callHttp(server, 'GET', footageFileAddress(file), { headers })
    }
    const whole = await get()
    expect(whole.status).toBe(200)
    expect(whole.headers['content-type']).toBe('video/mp4')
    expect(whole.headers['content-disposition']).toContain(`${BUS}_ch1_`)
    const size = Number(whole.headers['content-length'])
    expect(size).toBeGreaterThan(100_000)
    const part = await get({}, { range: 'bytes=4-7' })
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'ftyp', `bytes 4-7/${size}`])
    for (const [over, status] of [
      [{ ch: 2 }, 404],
      [{ id: id + 1 }, 404],
      [{ id: 'x' }, 400],
      [{ password: 'wrong' }, 401],
      [{ user: 'barred' }, 403],
      // The site keeps downloads from everybody but its administrator.
      [{ user: 'second' }, 403],
    ] as const) {
      expect((await get(over)).status, JSON.stringify(over)).toBe(status)
    }
    for (const over of [{ ch: 2 }, { id: id + 1 }]) expect((await get(over)).body).toEqual(failedCall('unknown-file'))
  })

  it('[MP4-36] a line that is cut in the middle costs nothing: it goes on at the latest key frame, and nothing is there twice', async () => {
    const { device, behaviour } = await bus(7_300)
    await save(server, { ...wish, audioout: 1 })
    await until('it is cut and asked again', () => device.asked.length > 1)
    behaviour.most = Number.POSITIVE_INFINITY
    const task = await becomes(server, 'done')
    expect([6, 7]).toContain(secondsOf(device.asked[1]))
    expect(pictures(server, task)).toEqual(everyPicture)
  })

  it('[MP4-36] it is paused, goes on where it was, and is removed with its files', async () => {
    const { device, behaviour } = await bus(5_500)
    // Its line stays open without an end.
    device.behaviour.endsByItself = false
    await save(server, wish)
    const { id } = await until('something came', async () => {
      const task = await newest(server)
      return task.percent > 20 && task
    })
    expect((await act(server, id, 'pause')).body).toEqual({ hasError: false, message: '' })
    expect(await newest(server)).toMatchObject({ state: 'paused' })
    await until('the device is requested to stop', () => device.controls.at(-1)?.command === 2)
    behaviour.most = Number.POSITIVE_INFINITY
    device.behaviour.endsByItself = true
    await act(server, id, 'resume')
    const task = await becomes(server, 'done')
    expect(pictures(server, task)).toEqual(everyPicture)
    expect((await act(server, id, 'pause')).body).toEqual(failedCall('unknown-footage'))
    await act(server, id, 'cancel')
    expect(await list(server)).toEqual([])
    expect(readdirSync(join(server.data, 'media', BUS, 'footage'))).toEqual([])
  })

  it('[MP4-36] a viewer of the channel has priority: the fetch waits and continues afterwards', async () => {
    const { device, behaviour } = await bus(5_500)
    device.behaviour.endsByItself = false
    await save(server, wish)
    await until('something came', async () => (await newest(server)).percent > 20)
    const watching = { type: 'repb', deviceid: BUS, channel: 1, spbtime: T, duration: LENGTH_S }
    const person = await StreamClient.open(server.ports.streams, watching)
    await person.until(() => person.video.length > 0, 'a picture')
    const reason = 'A recording of this channel is being watched. It goes on afterwards.'
    await until('it waits', async () => (await newest(server)).reason === reason)
    expect((await newest(server)).state).toBe('queued')
    behaviour.most = Number.POSITIVE_INFINITY
    device.behaviour.endsByItself = true
    await person.close()
    expect(pictures(server, await becomes(server, 'done'))).toEqual(everyPicture)
  })

  it('[MP4-36] reports that a device recorded nothing, and allows another request', async () => {
    const { device } = await bus()
    await save(server, { ...wish, downloadplan: 0b100 })
    const { id } = await becomes(server, 'failed')
    expect((await newest(server)).reason).toBe('The device has no recording at this time.')
    const before = device.asked.length
    await act(server, id, 'resume')
    await until('it is asked again', () => device.asked.length > before)
    await becomes(server, 'failed')
  })
})

describe('a server that is killed while it fetches', () => {
  // Its folder as it is in the middle is what a kill leaves; kill.test.ts proves with real ones that the database bears it.
  it('[MP4-36] goes on after its start where its files end', async () => {
    const [data, left] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'fleetglass-footage-'))) as [string, string]
    const killed = await startTestServer({ data })
    const link = await killed.login()
    await link.request('D01', { A: BUS, C: '4', F: '0' })
    await link.close()
    const { device } = await connect(killed, systemClock, BUS, 9_500)
    device.behaviour.endsByItself = false
    await save(killed, wish)
    await until('some of it is on disk', () => bytesBelow(join(data, 'media')) > 60_000)
    cpSync(data, left, { recursive: true })
    await device.close()
    await killed.close()

    const server = await startTestServer({ data: left })
    const again = await connect(server, systemClock)
    const task = await becomes(server, 'done')
    expect(secondsOf(again.device.asked[0])).toBeGreaterThan(0)
    expect(pictures(server, task)).toEqual(everyPicture)
    await again.device.close()
    await server.close()
    for (const folder of [data, left]) rmSync(folder, { recursive: true, force: true })
  })
})
