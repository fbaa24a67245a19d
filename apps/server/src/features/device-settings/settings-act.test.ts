// What the fields of the record do to video, sound and recordings, with a camera that sends video.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { customEventPath, footagePath } from '@fleetglass/contract/footage'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { errorCode, failedStream } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const VAN = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)

describe('what the fields of the record do', () => {
  const clock = fastClock(8, START_MS)
  let server: TestServer
  let admin: ChannelClient
  let camera: CameraDevice
  const streams: StreamClient[] = []
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { timeZone: 0 } })
    admin = await server.login()
    await admin.request('D01', { A: VAN, C: '3' })
    const scene = (channel: number) => clipVideo(VAN, channel, { lengthS: 600, sound: 'g711a' })
    camera = await CameraDevice.connect(server.ports.signalling, VAN, clock, { 1: scene(1), 2: scene(2), 3: scene(3) })
  })
  afterEach(async () => {
    for (const stream of streams.splice(0)) {
      stream.socket.close()
      await stream.closed
    }
  })
  afterAll(async () => {
    await admin.close()
    await camera.close()
    await server.close()
  })
  const set = async (change: object): Promise<void> => {
    expect((await admin.request('D04', { A: VAN }, JSON.stringify(change))).fields.R).toBe('1')
  }
  const watch = async (channel: number): Promise<StreamClient> => {
    const stream = await StreamClient.open(server.ports.streams, { deviceid: VAN, channel })
    streams.push(stream)
    return stream
  }
  const pictures = (stream: StreamClient, count: number) =>
    stream.until(() => stream.video.length >= count, `${count} pictures came`)
  const sounds = (stream: StreamClient) => stream.media.filter(({ kind }) => kind === 'audio').length
  const recorded = (): string[] => {
    const folder = join(server.data, 'media', VAN, '20260901')
    return existsSync(folder) ? readdirSync(folder).sort() : []
  }

  it('[SDEV-22] [SDEV-51] a character 1 of streamtype asks the main stream of its channel, 0 the sub stream', async () => {
    await set({ streamtype: '101' })
    await pictures(await watch(1), 1)
    await pictures(await watch(2), 1)
    expect(camera.asked).toEqual([
      { channel: 1, stream: 0 },
      { channel: 2, stream: 1 },
    ])
  })

  it('[SDEV-29] [REC-06] forbidden sound is not sent on, a single source is that of the talk channel', async () => {
    const receivedOf = async (change: object, channel: number): Promise<boolean> => {
      await set(change)
      const stream = await watch(channel)
      await pictures(stream, 20)
      stream.socket.close()
      await stream.closed
      return sounds(stream) > 0
    }
    expect(await receivedOf({ recaudio: 3, talkch: 2 }, 1)).toBe(true)
    expect(await receivedOf({ recaudio: -1 }, 1)).toBe(false)
    expect(await receivedOf({ recaudio: 0 }, 1)).toBe(false)
    expect(await receivedOf({ recaudio: 0 }, 2)).toBe(true)
    expect(await receivedOf({ recaudio: 1 }, 1)).toBe(false)
    expect(await receivedOf({ recaudio: 1 }, 2)).toBe(true)
    expect(await receivedOf({ recaudio: 2 }, 1)).toBe(true)
    await set({ recaudio: 3 })
  })

  it('[SDEV-26] [SDEV-50] [REC-05] recenable 0 records nothing, 1 the channels of chmask, 2 those of recplan, and -1 streams nothing either', async () => {
    expect(recorded()).toEqual([])
    await set({ recenable: 2, chmask: '111', recplan: '010' })
    await until('channel 2 is recorded', () => recorded().length === 1)
    expect(recorded()).toEqual(['2'])
    await set({ recenable: 1, chmask: '101' })
    await until('channels 1 and 3 are recorded too', () => recorded().length === 3)
    const watching = await watch(1)
    await pictures(watching, 1)
    await set({ recenable: -1 })
    expect(await watching.closed).toMatchObject({ code: 4403 })
    expect(watching.texts.at(-1)).toEqual(failedStream('stream-forbidden'))
    const rejected = await watch(1)
    expect(await rejected.closed).toMatchObject({ code: 4403 })
    expect(rejected.texts.at(-1)).toEqual(failedStream('streaming-off'))
    await set({ recenable: 0, chmask: '111' })
  })

  it('[SDEV-36] [REC-17] past its limit a device is neither watched nor recorded; when the limit is raised both go on', async () => {
    await set({ recenable: 1 })
    const watching = await watch(1)
    await pictures(watching, 5)
    await until('it is being recorded', async () => (await row())[7] === '1')
    await set({ netlimit: 1, maxnetflow: 1 })
    expect(await watching.closed).toMatchObject({ code: 4403 })
    const reported = watching.texts.find((text) => text.type === 'error')
    expect(reported).toMatchObject({
      error: errorCode('stream-used-up'),
      message: expect.stringContaining('used up its traffic of this month'),
    })
    expect(await (await watch(2)).closed).toMatchObject({ code: 4403 })
    await until('nothing is recorded', async () => (await row())[7] === '0')
    const asked = { start: START_MS / 1000, end: START_MS / 1000 + 60, downloadplan: 1, streamtype: 0, audioout: 0 }
    const wanted = { deviceid: VAN, ...asked, way: 'stream', username: ADMIN, password: sha256(ADMIN_PASSWORD) }
    expect((await callHttp(server, 'POST', customEventPath, { body: wanted })).body).toMatchObject({ hasError: false })
    const before = camera.asked.length
    // Traffic is looked at once a second: what would be asked for again has been by then.
    const laterMs = clock.nowMs() + 5_000
    await until('some seconds passed', () => clock.nowMs() > laterMs)
    expect(camera.asked).toHaveLength(before)
    expect(await footage()).toMatchObject({ state: 'queued', reason: '' })
    await set({ maxnetflow: 1_000_000 })
    await until('it is asked for its channels again', () => camera.asked.length > before)
    await pictures(await watch(2), 5)
    await until('the footage is asked for', async () => (await footage()).state !== 'queued')
  })

  async function footage(): Promise<{ readonly state: string; readonly reason: string }> {
    const basic = Buffer.from(`${ADMIN}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
    const { text } = await callHttp(server, 'GET', footagePath, { headers: { authorization: `Basic ${basic}` } })
    return JSON.parse(text)[0]
  }

  async function row(): Promise<readonly string[]> {
    const { rows } = await admin.list('Q03')
    return rows[0] ?? []
  }
})
