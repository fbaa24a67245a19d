// Channels that send sound and no picture, and sound that comes before the first picture, through the real server.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportAddress } from '@fleetglass/contract/exports'
import { type RecordedSample, readRecording } from '@fleetglass/media'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelClient } from '../../../test/channel-client.ts'
import { CameraDevice, hasCaptures, readCapture, type TestVideo } from '../../../test/devices/camera-device.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const AUDIO = 3
/** Early in a minute: no recording here goes over into a second file. */
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 5)

const CAPTURES = [
  { name: 'xtream-sim10-h264-g711a.part1.bin', id: '20232609559', channel: 1, sounds: 75, simBytes: 10 },
  { name: 'xtream-sim6-h264-adpcm.part1.bin', id: '13800138999', channel: 2, sounds: 16, simBytes: 6 },
] as const

/** The data type of a packet, for which the length of its SIM must be known. */
const isSound = (bytes: Uint8Array, simBytes: number): boolean => (bytes[9 + simBytes] ?? 0) >> 4 === AUDIO

describe.skipIf(!hasCaptures)('sound without pictures (captures are not here: left out)', () => {
  /** Of the server and of the recorder: the captures take a quarter of their time. */
  let clock: ReturnType<typeof fastClock>
  let server: TestServer
  let admin: ChannelClient
  const opened: { close(): unknown }[] = []

  beforeEach(async () => {
    clock = fastClock(4, START_MS)
    server = await startTestServer({ clock })
    admin = await server.login()
  })

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
    await admin.close()
    await server.close()
  })

  async function vehicle(id: string, channel: number, clip: TestVideo, records: '0' | '1'): Promise<void> {
    await admin.request('D01', { A: id, C: '2', F: records })
    opened.push(await CameraDevice.connect(server.ports.signalling, id, clock, { [channel]: clip }))
  }

  async function viewer(parameters: Record<string, string | number>): Promise<StreamClient> {
    const client = await StreamClient.open(server.ports.streams, parameters)
    opened.push(client)
    return client
  }

  const soundsOf = ({ media }: StreamClient) => media.filter(({ kind }) => kind === 'audio')

  async function get(type: 'lopbmp4ask' | 'lopbmp4get', deviceid: string, ch: number, spbtime: number) {
    const query = { deviceid, ch, user: ADMIN, password: ADMIN_PASSWORD, spbtime, duration: 60 }
    const answer = await fetch(`http://127.0.0.1:${server.ports.streams}${exportAddress(type, query)}`)
    return { text: answer.headers.get('content-type')?.startsWith('text') ? await answer.text() : '', answer }
  }

  for (const { name, id, channel, sounds, simBytes } of CAPTURES) {
    const capture = (): TestVideo => readCapture(name)
    const soundAlone = (): TestVideo => {
      const { packets, lengthMs } = capture()
      return { packets: packets.filter(({ bytes }) => isSound(bytes, simBytes)), lengthMs }
    }

    it(`[D3] plays a live channel with sound alone: ${name}`, async () => {
      await vehicle(id, channel, soundAlone(), '0')
      const live = await viewer({ type: 'live', deviceid: id, channel })
      await live.until(() => soundsOf(live).length === sounds, 'all of the sound')
      await live.until(() => live.states.includes('playing'), 'the word that it plays')
      expect(live.video).toEqual([])
      expect(live.texts.filter(({ type }) => type === 'error')).toEqual([])
      // The stream goes on: no client requests it again, and a second viewer may come.
      const second = await viewer({ type: 'live', deviceid: id, channel })
      await second.until(() => second.states.includes('playing'), 'the word that it plays')
    })

    it(`[D3] records sound alone, plays it back and exports it as MP4: ${name}`, async () => {
      const startS = Math.floor(clock.nowMs() / 1000) - 1
      await vehicle(id, channel, soundAlone(), '1')
      const inFiles = await recorded(sounds)
      expect(inFiles.every(({ kind }) => kind === 'audio')).toBe(true)

      const playback = await viewer({ type: 'lopb', deviceid: id, channel, spbtime: startS })
      await playback.until(() => soundsOf(playback).length === sounds, 'all of the sound')
      await until('the export is ready', async () => (await get('lopbmp4ask', id, channel, startS)).text === 'READY')
      const { answer } = await get('lopbmp4get', id, channel, startS)
      const path = join(server.data, 'export.mp4')
      writeFileSync(path, new Uint8Array(await answer.arrayBuffer()))
      const probed = execFileSync('ffprobe', [
        ...['-v', 'error', '-count_packets', '-of', 'json'],
        ...['-show_entries', 'stream=codec_type,nb_read_packets,duration', path],
      ])
      const { streams } = JSON.parse(String(probed)) as { streams: { codec_type: string; duration: string }[] }
      expect(streams.map(({ codec_type }) => codec_type)).toEqual(['audio'])
      const lengthS = inFiles.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000
      expect(Number(streams[0]?.duration)).toBeCloseTo(lengthS, 1)
    })

    it(`[D3] loses no sound of a capture that does not begin with a key frame: ${name}`, async () => {
      await vehicle(id, channel, capture(), '1')
      const inFiles = await recorded(sounds)
      expect(inFiles.some(({ kind }) => kind === 'video')).toBe(true)
    })
  }

  /** What the files of the server hold, as soon as they have all of the sound. */
  async function recorded(sounds: number): Promise<RecordedSample[]> {
    return await until('all of the sound is recorded', async () => {
      const paths = readdirSync(server.data, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.mp4'),
      )
      const samples = paths.sort().flatMap((path) => {
        const recording = readRecording(readFileSync(join(server.data, path)))
        return recording.ok ? recording.value.fragments.flatMap(({ samples }) => samples) : []
      })
      return samples.filter(({ kind }) => kind === 'audio').length >= sounds ? samples : null
    })
  }
})
