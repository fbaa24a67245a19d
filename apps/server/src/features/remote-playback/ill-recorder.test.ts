import type { ErrorCode } from '@fleetglass/contract/errors'
import type { PlaybackRequest, RecordingEntry } from '@fleetglass/jt1078'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { errorCode, failedCall, failedStream } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import {
  clock,
  connected,
  list,
  metric,
  server,
  setUpRemotePlayback,
  T,
  TERMINAL,
  watch,
} from './remote-playback.fixtures.ts'

setUpRemotePlayback()

describe('a recorder that can be made ill', () => {
  let device: RecordedDevice
  beforeEach(async () => {
    const video = clipVideo(TERMINAL, 1, { lengthS: 10 })
    device = await RecordedDevice.connect(server.ports.signalling, TERMINAL, clock, {
      list: [],
      answer: (request) => (request.stream === 2 ? [] : [recording(T, T + 10, { channel: request.channel })]),
      video: (channel) => (channel === 1 ? video : clipVideo(TERMINAL, channel, { lengthS: 10 })),
      endsByItself: true,
    })
    await until('it is online', async () => (await connected()) === 1)
  })
  afterEach(async () => {
    await device.close()
    await until('it is offline', async () => (await connected()) === 0)
  })
  const asked = async (count: number): Promise<PlaybackRequest> => {
    await until('it is asked', () => device.asked.length >= count)
    return device.asked[count - 1]!
  }

  it('[API1-27] [REPB-27] [REPB-41] a long list in packets of all channels and times is read, each record with its type', async () => {
    const alarms: Readonly<Record<number, bigint>> = { 3: 1n << 29n, 5: 1n << 1n, 7: (1n << 29n) | 1n }
    device.behaviour.list = Array.from({ length: 90 }, (_, at) =>
      recording(T + at * 600, T + at * 600 + 600, { alarmBits: alarms[at] ?? 0n, channel: 1 }),
    ).concat(recording(T + 610, T + 1190, { channel: 2 }))
    const records = JSON.parse((await list(TERMINAL)).text) as { start: number; type: number }[]
    expect(records).toEqual(
      Array.from({ length: 90 }, (_, at) => ({
        start: T + at * 600,
        end: T + at * 600 + 600,
        type: { 3: 1, 5: 2, 7: 1 }[at] ?? 0,
      })),
    )
    expect(device.listed).toMatchObject([{ channel: 0, fromLocalS: null, toLocalS: null }])
  })

  it('[API1-27] [REPB-44] a device that does not answer, and one that does not exist, are named in the message', async () => {
    device.behaviour.list = 'silent'
    expect((await list(TERMINAL)).body).toEqual(failedCall('device-timeout'))
    expect((await list('nobody')).body).toMatchObject({ hasError: true, message: expect.stringContaining('device') })
  })

  it('[API1-27] a list that cannot be read, and one of more recordings than 50 000, are refused', async () => {
    device.behaviour.list = 'broken'
    expect((await list(TERMINAL)).body).toEqual(failedCall('list-unreadable'))
    device.behaviour.list = Array.from({ length: 50_001 }, (_, at) => recording(T + at, T + at + 1))
    expect((await list(TERMINAL)).body).toEqual(failedCall('list-too-long', { most: 50_000 }))
  })

  it('[STRM-08] [STRM-32] [STRM-33] [REPB-42] 0x9201 names stream, way, multiple and the span in GMT+8', async () => {
    const codes: Record<number, number> = { 1: 1, 2: 2, 4: 3, 8: 4, 0: 5 }
    for (const [index, speed] of [1, 2, 4, 8, 0].entries()) {
      const client = await watch(TERMINAL, { main: 1, speed, duration: 300 })
      expect(await asked(index + 1)).toMatchObject({
        channel: 1,
        stream: 1,
        resource: 0,
        way: speed === 1 ? 0 : 1,
        speedCode: codes[speed],
        fromLocalS: T + 8 * 3600,
        toLocalS: T + 300 + 8 * 3600,
      })
      await client.close()
    }
  })

  it('[STRM-32] main 0 asks for the sub stream, and for whichever there is when the device keeps none', async () => {
    const client = await watch(TERMINAL)
    await client.closed
    expect(device.asked.map(({ stream }) => stream)).toEqual([2, 0])
    expect(client.video.length).toBeGreaterThan(100)
  })

  it('[STRM-28] [REPB-21] a speed goes to the device as 0x9202 on the same stream; an unknown one is ignored', async () => {
    device.behaviour.endsByItself = false
    const client = await watch(TERMINAL, { main: 1 })
    await client.until(() => client.video.length > 0, 'its first picture')
    for (const value of [4, 3, 0, 2, 8, 1]) {
      const before = device.controls.length
      client.say({ cmd: 'speed', value })
      if (value !== 3) await until('it is reported', () => device.controls.length > before)
    }
    client.say({ cmd: 'seek', time: T + 5 })
    await until('it is reported', () => device.controls.length >= 6)
    expect(
      device.controls.map(({ command, speedCode, positionLocalS }) => [command, speedCode, positionLocalS]),
    ).toEqual([
      [3, 3, null],
      [3, 5, null],
      [3, 2, null],
      [3, 4, null],
      [0, 1, null],
      [5, 0, T + 5 + 8 * 3600],
    ])
    expect(device.asked).toHaveLength(1)
    client.say({ cmd: 'stop' })
    expect((await client.closed).code).toBe(1000)
    await until('the device is requested to stop', () => device.controls.at(-1)?.command === 2)
  })

  it('[STRM-28] a seek that lies outside of what plays goes to its nearer end', async () => {
    device.behaviour.endsByItself = false
    const client = await watch(TERMINAL, { main: 1 })
    await client.until(() => client.video.length > 0, 'its first picture')
    for (const [index, time] of [0, 1e300].entries()) {
      client.say({ cmd: 'seek', time })
      await until('it is reported', () => device.controls.length > index)
    }
    expect(device.controls.map(({ positionLocalS }) => positionLocalS! - 8 * 3600)).toEqual([T, T + 60])
    await client.close()
  })

  it('[STRM-32] key frames of a device that winds at its highest speed are not covered: the whole is, later', async () => {
    const whole = clipVideo(TERMINAL, 1, { lengthS: 10 })
    const cover = async (speed: number): Promise<void> => {
      await watch(TERMINAL, { main: 1, duration: 10, cover: 1, speed }).then((client) => client.closed)
    }
    const recorded = async (): Promise<number> => {
      const parameters = { type: 'lopb', deviceid: TERMINAL, channel: 1, spbtime: T }
      const client = await StreamClient.open(server.ports.streams, parameters)
      client.say({ cmd: 'speed', value: 4 })
      await client.closed
      return client.video.length
    }
    // It winds for five seconds. The upper half of byte 15 of a packet is its type: 0 is of a key frame.
    const packets = whole.packets.filter(({ bytes, atMs }) => atMs >= 5_000 || bytes[15]! >> 4 === 0)
    device.behaviour.video = () => ({ ...whole, packets })
    await cover(0)
    await until('the rest is recorded', async () => (await recorded()) > 0)
    device.behaviour.video = () => whole
    await cover(1)
    await until('all of it is recorded', async () => (await recorded()) > 140)
  })

  it('[STRM-20] [STRM-27] a device that counts from 0 has the times of what was asked; its end is the end', async () => {
    const client = await watch(TERMINAL, { main: 1 })
    expect((await client.closed).code).toBe(1000)
    const times = client.video.map(({ timestampMs }) => timestampMs - T * 1000)
    expect(times[0]).toBe(0)
    expect(times.at(-1)).toBe(Math.round((149 * 1000) / 15))
  })

  it.each([
    ['nothing recorded', () => [], errorCode('device-recorded-nothing'), 'no recording'],
    ['a refusal', () => 'refuses', errorCode('stream-refused'), 'refused'],
    ['no answer', () => 'silent', errorCode('stream-no-answer'), 'did not answer'],
  ] satisfies [string, () => readonly RecordingEntry[] | 'refuses' | 'silent', ErrorCode, string][])(
    '[STRM-27] %s is reported with its code and sentence',
    async (_, answer, error, sentence) => {
      device.behaviour.answer = answer
      const client = await watch(TERMINAL, { main: 1 })
      const code = error === 'device-recorded-nothing' ? 4410 : 4500
      expect((await client.closed).code).toBe(code)
      expect(client.texts.at(-1)).toMatchObject({
        type: 'error',
        code,
        error,
        message: expect.stringContaining(sentence),
      })
    },
  )

  it('[STRM-27] a line that breaks before its end is 4500', async () => {
    device.behaviour.endsByItself = false
    device.behaviour.answer = ({ channel }) => [recording(T, T + 60, { channel })]
    const broken = await watch(TERMINAL, { main: 1 })
    await broken.until(() => broken.video.length > 100, 'pictures')
    device.lines.get(1)?.destroy()
    expect((await broken.closed).code).toBe(4500)
  })

  it('[STRM-30] the same user plays another time in place of the first; another user gets "busy"', async () => {
    device.behaviour.endsByItself = false
    const first = await watch(TERMINAL, { main: 1 })
    await first.until(() => first.video.length > 0, 'pictures')
    const other = await StreamClient.open(server.ports.streams, {
      type: 'repb',
      deviceid: TERMINAL,
      channel: 1,
      spbtime: T,
      main: 1,
      user: 'second',
      password: sha256(ADMIN_PASSWORD),
    })
    expect((await other.closed).code).toBe(4429)
    expect(other.texts.at(-1)).toEqual(failedStream('device-playing'))
    const second = await watch(TERMINAL, { main: 1, spbtime: T + 2 })
    expect((await first.closed).code).toBe(1000)
    await second.until(() => second.video.length > 0, 'pictures')
    await second.close()
  })

  it('a viewer that does not read pauses the device, and gets every frame when it reads again', async () => {
    const video = clipVideo(TERMINAL, 1, { clip: 'road', lengthS: 300 })
    const bytes = video.packets.reduce((sum, packet) => sum + packet.bytes.length, 0)
    device.behaviour.video = () => video
    device.behaviour.answer = ({ channel }) => [recording(T, T + 300, { channel })]
    const client = await watch(TERMINAL, { main: 1, duration: 300 })
    await client.until(() => client.video.length > 0, 'its first picture')
    client.socket.pause()
    const unread = () => metric('fleetglass_viewers_unread_bytes')
    const line = device.lines.get(1)!
    const taken = () => line.bytesWritten - line.writableLength
    // The device has more to send, and of twenty answers of the server none saw a byte more taken.
    let [before, answers] = [0, 0]
    await until('it is held up', async () => {
      const waits = (await unread()) > 0 && line.writableLength > 0
      answers = waits && taken() === before ? answers + 1 : 0
      before = taken()
      return answers >= 20
    })
    expect(await unread()).toBeLessThan(3 * 1024 * 1024)
    expect(taken()).toBeLessThan(bytes)
    client.socket.resume()
    expect((await client.closed).code).toBe(1000)
    expect(client.video).toHaveLength(300 * 15)
  })

  it.each([
    [{ chs: '-1' }, 4404, 'chs is not a number'],
    [{ chs: String(2n ** 64n) }, 4404, 'chs has more than 64 bits'],
    [{ chs: '16' }, 4404, failedStream('unknown-channel').message],
    [{ speed: 3 }, 4404, 'speed is none of 1, 2, 4, 8 and 0'],
    [{ main: 2 }, 4404, 'main is above 1'],
    [{ spbtime: 'now' }, 4404, 'spbtime is not unix seconds'],
    [{ spbtime: 0 }, 4404, 'spbtime is before the year 2000'],
    [{ spbtime: 4_102_416_000 }, 4404, 'spbtime is after the year 2099'],
    [{ streamid: 2 ** 32 }, 4404, 'streamid is above 4294967295'],
    [{ streamid: 'a7' }, 4404, 'streamid is not a number'],
  ])('[STRM-08] [STRM-30] %j is refused: %s %s', async (parameters, code, sentence) => {
    const client = await watch(TERMINAL, parameters as Record<string, string | number>)
    expect((await client.closed).code).toBe(code)
    expect(client.texts.at(-1)).toMatchObject({ message: sentence })
  })

  it('[REPB-33] [STRM-08] [STRM-30] a duration that is none from 1 to 1800 s is 60 s', async () => {
    for (const [index, [asked_, lasts]] of (
      [
        [1, 1],
        [1800, 1800],
        [1801, 60],
        [0, 60],
        ['long', 60],
      ] as const
    ).entries()) {
      const client = await watch(TERMINAL, { main: 1, duration: asked_ })
      const { fromLocalS, toLocalS } = await asked(index + 1)
      expect(toLocalS! - fromLocalS!).toBe(lasts)
      await client.close()
    }
  })
})
