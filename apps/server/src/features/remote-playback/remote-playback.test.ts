import { liveStreamAddress, MediaCodec, playbackStreamAddress, remoteStreamAddress } from '@fleetglass/contract/streams'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/src/index.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'
import { systemClock } from '../../platform/clock/index.ts'
import {
  clock,
  connected,
  list,
  SIMULATED,
  server,
  setUpRemotePlayback,
  T,
  TERMINAL,
  watch,
} from './remote-playback.fixtures.ts'

setUpRemotePlayback()

describe('a simulated recorder', () => {
  let fleet: Fleet
  beforeAll(async () => {
    const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, firstTerminalId: SIMULATED }
    fleet = await startFleet({ ...there, clock, vehicles: 1, intervalS: 60 })
    await until('it is online', () => fleet.stats().online === 1)
  })
  afterAll(async () => {
    await fleet.close()
    await until('it is offline', async () => (await connected()) === 0)
  })

  it('[API1-27] [API1-59] [REPB-26] lists its recordings by time, once for all channels', async () => {
    const records = JSON.parse((await list(SIMULATED)).text) as { start: number; end: number; type: number }[]
    expect(records.length).toBeGreaterThan(100)
    const nowS = clock.nowMs() / 1000
    for (const [at, record] of records.entries()) {
      expect(record.end).toBeGreaterThan(record.start)
      expect(record.end).toBeLessThanOrEqual(nowS)
      expect(record.type).toBe(0)
      expect(record.start).toBeGreaterThanOrEqual(records[at - 1]?.end ?? 0)
    }
    expect(records[5]!.end - records[5]!.start).toBe(600)
  })

  it('[REPB-03] [STRM-09] [STRM-31] plays the channels of `chs` on one socket, with the times of the recording', async () => {
    const startS = Math.floor(clock.nowMs() / 1000) - 3600
    const client = await watch(SIMULATED, { chs: '3', spbtime: startS, duration: 5 })
    await client.closed.then(({ code }) => expect(code).toBe(1000))
    expect(client.states.at(-1)).toBe('end')
    const info = client.texts.filter((text) => text.type === 'info').at(-1)
    expect(info).toMatchObject({ deviceid: SIMULATED, channels: [1, 2], video: MediaCodec.h264 })
    for (const channel of [1, 2]) {
      const video = client.video.filter((message) => message.channel === channel)
      expect(video[0]).toMatchObject({ keyFrame: true, discontinuity: true, mainStream: true })
      const times = video.map(({ timestampMs }) => timestampMs - startS * 1000)
      expect(times[0]).toBeGreaterThanOrEqual(-1_000)
      expect(times.at(-1)).toBeGreaterThan(3_500)
      expect(times.at(-1)).toBeLessThan(5_000)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
    expect(client.media.map(({ channel }) => channel)).not.toContain(3)
  })

  it('[STRM-08] [STRM-31] plays `channel` alone where `chs` is 0 or absent', async () => {
    const startS = Math.floor(clock.nowMs() / 1000) - 3600
    for (const parameters of [{ chs: '0' }, {}]) {
      const client = await watch(SIMULATED, { ...parameters, channel: 3, spbtime: startS, duration: 2 })
      await client.closed.then(({ code }) => expect(code).toBe(1000))
      expect(client.texts.filter((text) => text.type === 'info').at(-1)).toMatchObject({ channels: [3] })
      expect(new Set(client.video.map(({ channel }) => channel))).toEqual(new Set([3]))
    }
  })

  it('[STRM-09] plays the channels whose bits are set in `chs`, and no channel between them', async () => {
    const startS = Math.floor(clock.nowMs() / 1000) - 3600
    const client = await watch(SIMULATED, { chs: '10', spbtime: startS, duration: 5 })
    await client.closed.then(({ code }) => expect(code).toBe(1000))
    expect(client.texts.filter((text) => text.type === 'info').at(-1)).toMatchObject({ channels: [2, 4] })
    expect(new Set(client.video.map(({ channel }) => channel))).toEqual(new Set([2, 4]))
  })

  it('[STRM-32] cover 1 stores what comes where the server has nothing, and never twice', async () => {
    const startS = Math.floor(clock.nowMs() / 60_000) * 60 - 7_200
    const minutes = async (): Promise<number> => {
      const link = await server.login()
      const flags = await link.request('Q06', { A: SIMULATED, B: String(startS) })
      await link.close()
      return flags.text.split('1').length - 1
    }
    expect(await minutes()).toBe(0)
    const whole = { spbtime: startS, duration: 20, speed: 0 }
    await watch(SIMULATED, { ...whole, main: 1 }).then((client) => client.closed)
    expect(await minutes()).toBe(0)
    await watch(SIMULATED, { ...whole, cover: 1, main: 1 }).then((client) => client.closed)
    await until('it is in the index', async () => (await minutes()) === 1)
    const recorded = async () => {
      const client = await StreamClient.open(server.ports.streams, {
        type: 'lopb',
        deviceid: SIMULATED,
        channel: 1,
        spbtime: startS,
      })
      client.say({ cmd: 'speed', value: 16 })
      await client.closed
      return client.video.map(({ timestampMs }) => timestampMs)
    }
    const once = await recorded()
    expect(once.length).toBeGreaterThan(15)
    await watch(SIMULATED, { ...whole, duration: 30, cover: 1, main: 1 }).then((client) => client.closed)
    await until('the rest is there', async () => (await recorded()).length > once.length + 5)
    const twice = await recorded()
    expect(new Set(twice).size).toBe(twice.length)
    expect(twice.slice(0, once.length)).toEqual(once)
  })
})

describe('the address of a stream', () => {
  it('[API2-172] [API2-173] is taken with device, channel, user and password, and with all that a playback adds', async () => {
    const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, firstTerminalId: SIMULATED }
    const fleet = await startFleet({ ...there, clock, vehicles: 1, intervalS: 60 })
    await until('it is online', () => fleet.stats().online === 1)
    const open = (address: string) =>
      StreamClient.open(server.ports.streams, Object.fromEntries(new URL(address, 'http://server').searchParams))
    const who = { deviceid: SIMULATED, channel: 1, user: ADMIN, password: sha256(ADMIN_PASSWORD) }
    const spbtime = Math.floor(clock.nowMs() / 60_000) * 60 - 10_800
    const played = { ...who, streamid: 7, spbtime }
    const ofDevice = { duration: 20, chs: '3', speed: 0, cover: 1, main: 1 }
    const remote = await open(remoteStreamAddress({ type: 'repb', ...played, ...ofDevice }))
    expect((await remote.closed).code).toBe(1000)
    expect(new Set(remote.video.map(({ channel }) => channel))).toEqual(new Set([1, 2]))
    await until('what it covered is played from the server', async () => {
      const stored = await open(playbackStreamAddress({ type: 'lopb', ...played }))
      await stored.closed
      return stored.video.length > 0
    })
    const live = await open(liveStreamAddress(who))
    await until('live pictures come', () => live.video.length > 0)
    await live.close()
    const wrong = await open(liveStreamAddress({ ...who, password: sha256('guessed') }))
    expect((await wrong.closed).code).toBe(4401)
    await fleet.close()
    await until('it is offline', async () => (await connected()) === 0)
  })
})

describe('a recorder that goes away', () => {
  it('[STRM-27] while its video connection is awaited closes with 4409, and so does a start after it', async () => {
    // Of this clock no wait for media ever ends.
    const still = createManualClock(Date.now())
    const other = await startTestServer({ clock: still })
    const link = await other.login()
    await link.request('D01', { A: TERMINAL, C: '4', F: '0' })
    await link.close()
    const device = await RecordedDevice.connect(other.ports.signalling, TERMINAL, systemClock, {
      list: [],
      answer: ({ channel }) => [recording(T, T + 60, { channel })],
      video: () => null,
      endsByItself: false,
    })
    const play = () =>
      StreamClient.open(other.ports.streams, { type: 'repb', deviceid: TERMINAL, channel: 1, spbtime: T, main: 1 })
    const gone = await play()
    await until('it has agreed', () => gone.texts.some((text) => JSON.stringify(text).includes('agreed')))
    // Changes of the fleet are published some times a second: first that it is there, then that it is gone.
    still.advance(300)
    await device.close()
    await until('it is offline', async () => (await list(TERMINAL, other)).text.includes('The device is offline'))
    still.advance(300)
    expect((await gone.closed).code).toBe(4409)
    expect((await (await play()).closed).code).toBe(4409)
    await other.close()
  })
})
