// Recordings of a device that have sound alone, or sound before their first picture, through the real server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecordedSample, readRecording } from '@fleetglass/media'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clipVideo } from '../../../test/devices/clip-video.ts'
import { RecordedDevice, recording } from '../../../test/devices/recorded-device.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

const SOUND_ONLY = '13912345671'
const SOUND_FIRST = '13912345672'
const LENGTH_S = 4
const SOUND_MS = 40
/** Two days ago, on a minute. */
const T = Math.floor(Date.now() / 86_400_000) * 86_400 - 2 * 86_400
const AUDIO = 3

/** Of a packet with a SIM of six bytes. */
const dataType = (bytes: Uint8Array): number => (bytes[15] ?? 0) >> 4

describe('[D3] sound that a device recorded', () => {
  const clock = fastClock(5, Date.now())
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock })
    const admin = await server.login()
    for (const id of [SOUND_ONLY, SOUND_FIRST]) await admin.request('D01', { A: id, C: '1', F: '0' })
    await admin.close()
  })
  afterAll(() => server.close())

  let device: RecordedDevice
  async function comes(id: string, keeps: (bytes: Uint8Array, atMs: number) => boolean): Promise<void> {
    const pictures = clipVideo(id, 1, { lengthS: LENGTH_S, sound: 'g711a' })
    const packets = pictures.packets.filter(({ bytes, atMs }) => keeps(bytes, atMs))
    device = await RecordedDevice.connect(server.ports.signalling, id, clock, {
      list: [],
      answer: ({ channel }) => [recording(T, T + LENGTH_S, { channel })],
      video: () => ({ ...pictures, packets }),
      endsByItself: true,
    })
  }
  beforeEach(() => () => device.close())

  async function plays(id: string): Promise<StreamClient> {
    const times = { spbtime: T, duration: LENGTH_S }
    const client = await StreamClient.open(server.ports.streams, {
      type: 'repb',
      deviceid: id,
      channel: 1,
      main: 1,
      speed: 1,
      cover: 1,
      ...times,
    })
    expect((await client.closed).code).toBe(1000)
    expect(client.states).toContain('playing')
    expect(client.states.at(-1)).toBe('end')
    return client
  }

  /** In the server's files, as soon as all that was played is there. */
  function covered(id: string, { media }: StreamClient): Promise<RecordedSample[]> {
    return until('all of it is in files', () => {
      const names = readdirSync(server.data, { recursive: true, encoding: 'utf8' })
      const files = names.filter((name) => name.includes(id) && name.endsWith('.mp4'))
      const samples = files.flatMap((name) => {
        const read = readRecording(readFileSync(join(server.data, name)))
        return read.ok ? read.value.fragments.flatMap((fragment) => fragment.samples) : []
      })
      return samples.length >= media.length ? samples : null
    })
  }

  const timesOf = (samples: readonly RecordedSample[], kind: 'audio' | 'video'): number[] =>
    samples.flatMap((sample) => (sample.kind === kind ? [sample.timestampMs] : [])).toSorted((a, b) => a - b)

  it('is played, covered from its first to its last, and played again from the server, without any picture', async () => {
    await comes(SOUND_ONLY, (bytes) => dataType(bytes) === AUDIO)
    const sounds = (LENGTH_S * 1000) / SOUND_MS
    const client = await plays(SOUND_ONLY)
    expect(client.video).toEqual([])
    expect(client.media.map(({ timestampMs }) => timestampMs)).toEqual(
      Array.from({ length: sounds }, (_, at) => T * 1000 + at * SOUND_MS),
    )
    const samples = await covered(SOUND_ONLY, client)
    expect(timesOf(samples, 'video')).toEqual([])
    expect(timesOf(samples, 'audio')).toEqual(client.media.map(({ timestampMs }) => timestampMs))
    // The file is in the index a moment after it is on the disk.
    await until('the server plays all of it, with the sound of the very moment that is asked for', async () => {
      const again = await StreamClient.open(server.ports.streams, {
        type: 'lopb',
        deviceid: SOUND_ONLY,
        channel: 1,
        spbtime: T,
      })
      await again.closed
      return again.media.length === sounds
    })
  })

  it('is played and covered where it comes before the first key frame', async () => {
    const firstPictureMs = 1_000
    await comes(SOUND_FIRST, (bytes, atMs) => dataType(bytes) === AUDIO || atMs >= firstPictureMs)
    const sounds = (LENGTH_S * 1000) / SOUND_MS
    const client = await plays(SOUND_FIRST)
    expect(client.media.filter(({ kind }) => kind === 'audio')).toHaveLength(sounds)
    expect(client.video[0]).toMatchObject({ keyFrame: true, discontinuity: true })
    const samples = await covered(SOUND_FIRST, client)
    expect(timesOf(samples, 'audio')).toHaveLength(sounds)
    expect(timesOf(samples, 'audio')[0]).toBe(T * 1000)
    expect(timesOf(samples, 'video')).toHaveLength(client.video.length)
    expect(timesOf(samples, 'video')[0]).toBe(T * 1000 + firstPictureMs)
  })
})
