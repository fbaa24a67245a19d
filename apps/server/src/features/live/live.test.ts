import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { CameraDevice } from '../../../test/devices/camera-device.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { DeviceClient } from '../../../test/devices/device-client.ts'
import { errorCode, failedCall, failedStream } from '../../../test/failures.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const TERMINAL = '12345678999'
const SPEED = 8

describe('live streams', () => {
  const opened: { close(): Promise<unknown> }[] = []

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  async function site(recording = false, lines: string[] = []): Promise<{ server: TestServer; device: CameraDevice }> {
    const clock = fastClock(SPEED, Date.UTC(2026, 8, 1, 10, 0, 0))
    const server = await startTestServer({ clock, logLine: (line) => lines.push(line) })
    opened.push(server)
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: recording ? '1' : '0' })
    await link.close()
    const device = await CameraDevice.connect(server.ports.signalling, TERMINAL, clock, {
      1: clipVideo(TERMINAL, 1, { lengthS: 240 }),
    })
    opened.push(device)
    return { server, device }
  }

  async function watch(
    server: TestServer,
    parameters: Record<string, string | number> = {},
    port = server.ports.streams,
  ) {
    const viewer = await StreamClient.open(port, { deviceid: TERMINAL, channel: 1, ...parameters })
    opened.push(viewer)
    return viewer
  }

  it('[STRM-02] [STRM-22] [STRM-24] [STRM-35] a viewer gets info, then a key frame with its sets, then every frame in order', async () => {
    const { server, device } = await site()
    const viewer = await watch(server)
    await viewer.until(() => viewer.video.length >= 60, 'sixty pictures')
    expect(device.asked).toEqual([{ channel: 1, stream: 0 }])
    expect(viewer.order[0]).toBe('text')
    expect(viewer.texts[0]).toEqual({
      type: 'info',
      deviceid: TERMINAL,
      channels: [1],
      video: 0,
      audio: 0,
      sampleRate: 8000,
    })
    const [first] = viewer.video
    expect(first).toMatchObject({ keyFrame: true, discontinuity: true, codec: 98, channel: 1 })
    expect(nalTypes(first?.payload ?? new Uint8Array(0)).slice(0, 2)).toEqual([7, 8])
    expect(viewer.video.map((frame) => frame.sequence)).toEqual(viewer.video.map((_, index) => index))
    const times = viewer.video.map((frame) => frame.timestampMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(viewer.states).toContain('playing')
  })

  it('[STRM-35] a second viewer shares the stream and starts at the latest key frame at once', async () => {
    const { server, device } = await site()
    const first = await watch(server)
    await first.until(() => first.video.length >= 20, 'twenty pictures')
    const second = await watch(server, {}, server.ports.main)
    await second.until(() => second.video.length >= 1, 'a picture')
    const third = await watch(server, {}, server.ports.http)
    await third.until(() => third.video.length >= 1, 'a picture')
    expect(device.asked).toHaveLength(1)
    expect(second.video[0]).toMatchObject({ keyFrame: true, discontinuity: true, sequence: 0 })
    const keyTimes = first.video.filter((frame) => frame.keyFrame).map((frame) => frame.timestampMs)
    expect(keyTimes).toContain(second.video[0]?.timestampMs)
  })

  it('[STRM-35] the device is requested to stop ten seconds after the last viewer', async () => {
    const { server, device } = await site()
    const viewer = await watch(server)
    await viewer.until(() => viewer.video.length >= 1, 'a picture')
    await viewer.close()
    await expect.poll(() => device.ended).toEqual([1])
  })

  it('[STRM-27] [STRM-39] each refusal has its code, and an error message before it', async () => {
    const { server } = await site()
    const cases: [Record<string, string | number>, number][] = [
      [{ password: 'F'.repeat(64) }, 4401],
      [{ user: 'nobody' }, 4401],
      [{ deviceid: 'unknown' }, 4404],
      [{ channel: 5 }, 4404],
      [{ channel: 0 }, 4404],
      [{ type: 'moon' }, 4404],
    ]
    for (const [parameters, code] of cases) {
      const viewer = await watch(server, parameters)
      expect((await viewer.closed).code).toBe(code)
      expect(viewer.texts.at(-1)).toMatchObject({ type: 'error', code })
      expect(viewer.media).toHaveLength(0)
    }
  })

  it('closes the open streams of a removed user within a minute, and of no other user', async () => {
    const { server } = await site()
    await addUsers(server, { name: 'leaver' })
    const leaver = await watch(server, { user: 'leaver' })
    const other = await watch(server)
    await leaver.until(() => leaver.video.length >= 1, 'a picture')
    await changeDatabase(server, (file) => file.exec("delete from users where name = 'leaver'"))
    expect((await leaver.closed).code).toBe(4401)
    const shown = other.video.length
    await other.until(() => other.video.length > shown, 'another picture')
  })

  it('[STRM-27] [STRM-39] 4403 for a user without the right, 4404 for a device outside the groups of the user', async () => {
    const { server } = await site()
    await addGroup(server, { id: 2, name: 'North' })
    await addUsers(
      server,
      { name: 'nobody-special', permission: 7, access: '0'.repeat(77) },
      { name: 'north', permission: 1, groupId: 2 },
    )
    for (const parameters of [{}, { type: 'lopb', spbtime: 1 }]) {
      const powerless = await watch(server, { ...parameters, user: 'nobody-special' })
      expect((await powerless.closed).code).toBe(4403)
      expect(powerless.texts.at(-1)).toMatchObject({ type: 'error', code: 4403 })
      const elsewhere = await watch(server, { ...parameters, user: 'north' })
      // The same words as for a device that does not exist: nothing is learned of it.
      expect(await elsewhere.closed).toEqual({ code: 4404, reason: 'there is no such device' })
    }
  })

  it('[STRM-03] [STRM-14] [STRM-15] a password of 64 characters is the hash, any other is hashed', async () => {
    const { server } = await site()
    for (const password of [sha256(ADMIN_PASSWORD), ADMIN_PASSWORD]) {
      const viewer = await watch(server, { password })
      await viewer.until(() => viewer.video.length >= 1, 'a picture')
    }
  })

  it('a channel that is switched off is not there for viewers, the one beside it is', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-live-'))
    opened.push({ close: async () => rmSync(data, { recursive: true, force: true }) })
    const before = await startTestServer({ data })
    const link = await before.login()
    await link.request('D01', { A: TERMINAL, C: '4' })
    await link.close()
    await before.close()
    await changeDatabase({ data }, (file) => file.exec('update device_channels set enabled = 0 where number = 2'))
    const server = await startTestServer({ data })
    opened.push(server)
    expect((await (await watch(server, { channel: 2 })).closed).code).toBe(4404)
    expect((await (await watch(server, { channel: 1 })).closed).code).toBe(4409)
  })

  it('[low] a stream whose account cannot be looked up says so and may be tried again, and opens after the outage', async () => {
    const { server } = await site()
    await addUsers(server, { name: 'waiting', permission: 0 })
    const change = (statement: string) => changeDatabase(server, (file) => file.exec(statement))
    await change('alter table permission_groups rename to away')
    const viewer = await watch(server, { user: 'waiting' })
    expect((await viewer.closed).code).toBe(4500)
    expect(viewer.texts.at(-1)).toMatchObject(failedStream('stream-failed'))
    await change('alter table away rename to permission_groups')
    const again = await watch(server, { user: 'waiting' })
    await again.until(() => again.video.length >= 1, 'a picture')
  })

  it('closes a viewer who sends commands without end, with the reason', async () => {
    const { server } = await site()
    const viewer = await watch(server)
    await viewer.until(() => viewer.video.length >= 1, 'a picture')
    for (let n = 0; n < 200; n++) viewer.say({ cmd: 'speed', value: n % 2 })
    expect((await viewer.closed).code).toBe(4429)
    expect(viewer.texts.at(-1)).toMatchObject(failedStream('too-many-commands'))
  })

  it('[STRM-27] an offline device closes with 4409', async () => {
    const { server, device } = await site()
    await device.close()
    await expect
      .poll(async () => {
        const viewer = await watch(server)
        const ended = await Promise.race([
          viewer.closed,
          viewer.until(() => viewer.video.length > 0, 'x').catch(() => null),
        ])
        return ended ? ended.code : 0
      })
      .toBe(4409)
  })

  it('[STRM-27] an account has at most 256 streams, and one that ends makes place for another', async () => {
    // The device never connects its video, and its clock stands: each stream waits.
    const server = await startTestServer({ clock: createManualClock() })
    opened.push(server)
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await link.close()
    const device = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    opened.push(device)
    await device.login()
    const viewers: StreamClient[] = []
    for (let n = 0; n < 256; n++) viewers.push(await watch(server, { streamid: n }))
    for (const viewer of viewers) await viewer.until(() => viewer.texts.length > 0, 'its first message')
    const rejected = await watch(server, { streamid: 256 })
    expect((await rejected.closed).code).toBe(4429)
    expect(rejected.texts).toEqual([failedStream('too-many-streams')])
    await viewers[0]?.close()
    const next = await watch(server, { streamid: 257 })
    await next.until(() => next.texts.length > 0, 'its first message')
    expect(next.texts[0]).toMatchObject({ type: 'info' })
  })

  it('[STRM-30] a second stream of the same user, streamid and channel replaces the first', async () => {
    const { server } = await site()
    const first = await watch(server, { streamid: 7 })
    await first.until(() => first.video.length >= 1, 'a picture')
    const second = await watch(server, { streamid: 7 })
    expect((await first.closed).code).toBe(1000)
    await second.until(() => second.video.length >= 1, 'a picture')
  })

  it('[STRM-40] credentials never reach the log, and a page of another host opens no stream', async () => {
    const lines: string[] = []
    const { server } = await site(false, lines)
    const foreign = await StreamClient.open(
      server.ports.streams,
      { deviceid: TERMINAL, channel: 1 },
      { origin: 'http://evil.example:8080' },
    )
    expect((await foreign.closed).code).toBe(4403)
    expect(foreign.texts.at(-1)).toMatchObject(failedStream('foreign-page'))
    const own = await StreamClient.open(
      server.ports.streams,
      { deviceid: TERMINAL, channel: 1 },
      { origin: 'http://127.0.0.1:8080' },
    )
    await own.until(() => own.video.length >= 1, 'a picture')
    await own.close()
    expect(lines.join('')).not.toMatch(/[0-9A-F]{64}/i)
    expect(lines.join('')).not.toContain('password=')
  })

  it('[STRM-12] [STRM-29] [STRM-37] [STRM-39] pic.cgi takes a new picture, and says why there is none', async () => {
    const { server, device } = await site()
    const jpeg = Uint8Array.from({ length: 5_000 }, (_, at) => (at === 0 ? 0xff : at === 1 ? 0xd8 : at & 0xff))
    const ask = (over: Record<string, string> = {}): Promise<Response> => {
      const account = { user: ADMIN, password: sha256(ADMIN_PASSWORD) }
      const query = new URLSearchParams({ type: 'live', deviceid: TERMINAL, ch: '2', ...account, ...over })
      return fetch(`http://127.0.0.1:${server.ports.streams}/pic.cgi?${query}`)
    }
    const asked = ask({ t: '1790000000' })
    // One picture of the channel that was asked for, sent at once.
    expect((await device.signalling.next('shot')).body).toMatchObject({ channel: 2, command: 1, keep: 0 })
    device.signalling.send({
      name: 'mediaData',
      body: { id: 7, kind: 0, format: 0, event: 0, channel: 2, data: jpeg },
    })
    const answer = await asked
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await answer.arrayBuffer()).equals(jpeg)).toBe(true)

    const again = ask()
    await device.signalling.next('shot')
    const { lastTakenSerial } = device.signalling
    device.signalling.send({ name: 'shotResult', body: { answeredSerial: lastTakenSerial, result: 2 } })
    expect((await again).status).toBe(404)
    expect(await (await again).json()).toMatchObject({ hasError: true, message: expect.stringContaining('refused') })
    // A device that says yes and sends nothing.
    const silent = ask({ ch: '3' })
    const { body } = await device.signalling.next('shot')
    expect(body.channel).toBe(3)
    expect((await silent).status).toBe(404)
    expect(await (await silent).json()).toMatchObject({ hasError: true, message: expect.stringContaining('in time') })
    expect((await ask({ password: 'F'.repeat(64) })).status).toBe(401)
    expect((await ask({ deviceid: 'unknown' })).status).toBe(404)
    expect((await ask({ type: 'moon' })).status).toBe(404)
    const link = await server.login()
    await link.request('D16', { A: TERMINAL, N: 'recenable', V: '-1' })
    const off = await ask()
    expect([off.status, await off.json()]).toEqual([403, failedCall('pictures-off')])
    await link.request('D16', { A: TERMINAL, N: 'recenable', V: '0' })
    await link.close()
    await device.close()
    await expect.poll(async () => (await ask()).text()).toContain(errorCode('device-offline'))
    expect((await ask()).status).toBe(404)
  })

  it('why there is no picture: refused, no answer and no connection each have a code, and the trace says what to check', async () => {
    const clock = createManualClock(Date.UTC(2026, 8, 1, 10, 0, 0))
    const server = await startTestServer({ clock })
    opened.push(server)
    const link = await server.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await link.close()
    const device = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    opened.push(device)
    await device.login()
    const reason = async (channel: number, ...results: number[]) => {
      const viewer = await watch(server, { channel })
      if (results.length === 0) await device.next('unknown')
      for (const result of results) {
        await device.next('unknown')
        const answeredSerial = device.lastTakenSerial
        device.send({ name: 'terminalAnswer', body: { answeredSerial, answeredId: 0x9101, result } })
      }
      // Time goes on only when the server has taken the answers.
      await device.answerTo(device.send({ name: 'heartbeat', body: {} }))
      let code: number | undefined
      void viewer.closed.then((close) => {
        code = close.code
      })
      const codeASecondLater = () => {
        clock.advance(1000)
        return code
      }
      await expect.poll(codeASecondLater).toBe(4500)
      const last = viewer.texts.at(-1)
      const trace = viewer.texts.findLast((text) => text.type === 'ladder')
      await viewer.close()
      return [last?.type === 'error' ? last.error : '', trace?.failed?.detail]
    }
    // Main and sub stream, one after the other.
    expect(await reason(1, 3, 3)).toEqual([
      errorCode('stream-refused'),
      expect.stringMatching(/refused.*answer 3: not supported.*Check/),
    ])
    expect(await reason(2)).toEqual([
      errorCode('stream-no-answer'),
      expect.stringMatching(/did not answer.*Check its mobile network/),
    ])
    expect(await reason(3, 0)).toEqual([
      errorCode('stream-no-connection'),
      expect.stringMatching(/no video connection.*Check.*port.*terminal number/),
    ])
  })

  it('a media connection that breaks is requested again while a viewer is connected', async () => {
    const { server, device } = await site(true)
    await expect.poll(() => device.asked.length).toBeGreaterThan(0)
    const viewer = await watch(server)
    await viewer.until(() => viewer.video.length >= 5, 'five pictures')
    const asked = device.asked.length
    device.cut(1)
    expect((await viewer.closed).code).toBe(4500)
    await expect.poll(() => device.asked.length).toBeGreaterThan(asked)
  })
})

function nalTypes(payload: Uint8Array): number[] {
  const types: number[] = []
  for (let at = 0; at + 3 < payload.length; at++) {
    if (payload[at] === 0 && payload[at + 1] === 0 && payload[at + 2] === 1) types.push((payload[at + 3] ?? 0) & 31)
  }
  return types
}
