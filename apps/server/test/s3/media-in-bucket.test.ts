import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceRecordPath } from '@fleetglass/contract/devices'
import { evidenceFileAddress, evidencePath } from '@fleetglass/contract/evidence'
import { verifyEvidence } from '@fleetglass/evidence'
import { until as untilWithin } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainStartFailure } from '../../src/start-failure.ts'
import { sha256 } from '../channel-client.ts'
import { CameraDevice } from '../devices/camera-device.ts'
import { clipVideo } from '../devices/clip-video.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { fastClock } from '../fast-clock.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import { callHttp } from '../http-client.ts'
import {
  bucketConfig,
  exported,
  filesInBucket,
  filesOnDisk,
  health,
  indexPaths,
  played,
  removeFromBucket,
  VAN,
} from './bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from './s3-server.ts'

/** A machine with other tests beside may take many times as long. */
const PATIENCE_MS = 180_000
const until: typeof untilWithin = (what, ask) => untilWithin(what, ask, PATIENCE_MS / 2)
const START_MS = Date.UTC(2026, 8, 1, 10)
const START_S = START_MS / 1000
const HOUR_MS = 3_600_000
const password = sha256(ADMIN_PASSWORD)

describe('recordings in a bucket', { timeout: PATIENCE_MS }, () => {
  const ends: (() => unknown)[] = []
  let data: string
  let store: S3Server
  const lines: string[] = []

  beforeEach(async () => {
    lines.length = 0
    data = mkdtempSync(join(tmpdir(), 'fleetglass-bucket-'))
    ends.push(() => rmSync(data, { recursive: true, force: true }))
    store = await startS3Server()
    ends.push(() => store.close())
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(options: TestServerOptions = {}): Promise<TestServer> {
    const server = await startTestServer({
      data,
      clock: fastClock(60, START_MS + HOUR_MS),
      logLine: (line) => lines.push(line),
      ...options,
      config: { recordingDays: 2, timeZone: 0, ...bucketConfig(store), ...options.config },
    })
    ends.push(() => server.close())
    return server
  }

  async function addVan(server: TestServer, deviceId = VAN): Promise<void> {
    // Not by the main channel: at the pace of the clock a login has some hundred ms.
    await server.directory.registry.add({ deviceId, channels: 1, recording: true, groups: [1] })
  }

  /** Minutes that were recorded before, as files. */
  function minutes(count: number, from = 0): void {
    mkdirSync(join(data, 'media'), { recursive: true })
    for (let minute = from; minute < from + count; minute++) {
      recordVideo(join(data, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS + minute * 60_000 })
    }
  }

  /** A server without the bucket that has so many minutes on disk and in its index. */
  async function indexed(count: number): Promise<TestServer> {
    minutes(count)
    const server = await start({ config: { mediaStore: '' } })
    await addVan(server)
    await until('the minutes are in the index', () => indexPaths(data).length === count)
    return server
  }

  const inBucketAlone = (count: number) => () =>
    filesInBucket(store).length === count &&
    filesOnDisk(data).length === 0 &&
    indexPaths(data).every((path) => path.startsWith('@_bucket/'))

  async function metric(server: TestServer, name: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  it('moves what a vehicle sends there, minute by minute, and plays it from there', async () => {
    const clock = fastClock(16, START_MS)
    const server = await start({ clock })
    await addVan(server)
    const camera = await CameraDevice.connect(server.ports.signalling, VAN, clock, {
      1: clipVideo(VAN, 1, { lengthS: 300 }),
    })
    await until('two minutes are recorded', () => indexPaths(data).length >= 2)
    await camera.close()
    await until('all is in the bucket', () => filesInBucket(store).length >= 2 && filesOnDisk(data).length === 0)
    const count = indexPaths(data).length
    expect(inBucketAlone(count)()).toBe(true)
    const times = await played(server, START_S)
    expect(times.length).toBeGreaterThan(60 * 15)
    const gaps = times.slice(1).map((timeMs, n) => timeMs - (times[n] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(1_000)
    expect((await health(server)).mediaStore).toBe('ok')
  })

  it('exports the same bytes as from disk, and proves them; what is deleted is deleted there', async () => {
    const before = await indexed(2)
    const fromDisk = await exported(before, START_S, 120)
    await before.close()

    const server = await start()
    await until('both are in the bucket', inBucketAlone(2))
    expect((await exported(server, START_S, 120)).equals(fromDisk)).toBe(true)
    const wish = { deviceid: VAN, channels: [1], start: START_S + 10, end: START_S + 100, reason: 'Accident' }
    const who = { username: ADMIN, password }
    const ordered = await callHttp(server, 'POST', evidencePath, { body: { ...who, ...wish } })
    const { id } = JSON.parse(ordered.text) as { id: string }
    const basic = { authorization: `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}` }
    await until('the package is made', async () => {
      const found = (await (await fetch(server.url + evidencePath, { headers: basic })).json()) as { state: string }[]
      expect(found[0]?.state).not.toBe('failed')
      return found[0]?.state === 'ready'
    })
    const zip = await fetch(server.url + evidenceFileAddress({ id, user: ADMIN, password }))
    expect(zip.status).toBe(200)
    const bytes = new Uint8Array(await zip.arrayBuffer())
    const source = { size: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) }
    expect((await verifyEvidence(source)).isValid).toBe(true)

    // The package locks what it was made of.
    const deleteAll = async () => {
      const body = { ...who, deviceid: VAN, confirm: VAN }
      expect((await callHttp(server, 'DELETE', deviceRecordPath, { body })).status).toBe(200)
    }
    await deleteAll()
    expect(filesInBucket(store)).toHaveLength(2)
    expect((await callHttp(server, 'DELETE', evidencePath, { body: { ...who, id } })).status).toBe(200)
    await deleteAll()
    await until('they are gone', () => filesInBucket(store).length === 0 && indexPaths(data).length === 0)
  })

  it('keeps an hour of recordings on disk while the store is away, and uploads them when it is back', async () => {
    await (await indexed(3)).close()
    const clock = fastClock(400, START_MS + HOUR_MS)
    await store.mode('away')
    const server = await start({ clock })
    await until('an hour is over', () => clock.nowMs() > START_MS + 2 * HOUR_MS)
    await until('it is noticed', async () =>
      String((await health(server)).mediaStore).includes('The media store does not answer'),
    )
    expect(await metric(server, 'fleetglass_media_store_up')).toBe(0)
    expect(await metric(server, 'fleetglass_media_store_waiting_seconds')).toBeGreaterThan(3_600)
    expect(filesOnDisk(data)).toHaveLength(3)
    expect(await exported(server, START_S, 180)).not.toHaveLength(0)
    expect(lines.filter((line) => line.includes('The media store does not answer'))).toHaveLength(1)

    await store.mode('pass')
    await until('all are in the bucket', inBucketAlone(3))
    expect(await metric(server, 'fleetglass_media_store_up')).toBe(1)
    expect((await health(server)).mediaStore).toBe('ok')
    // At this pace a viewer would have 75 ms to answer a ping.
    await server.close()
    expect((await played(await start(), START_S)).length).toBe(3 * 60 * 15)
  })

  it('fails an export while the store is away or has lost a file, and leaves out no minute', async () => {
    await (await indexed(2)).close()
    const server = await start()
    await until('both are in the bucket', inBucketAlone(2))
    await store.mode('away')
    await expect(exported(server, START_S, 120)).rejects.toThrow('the export was answered')
    expect(await played(server, START_S)).toEqual([])
    await store.mode('pass')
    await until('it is used again', async () => (await health(server)).mediaStore === 'ok')
    expect((await played(server, START_S)).length).toBe(2 * 60 * 15)
    expect((await exported(server, START_S + 1, 119)).length).toBeGreaterThan(500_000)
    removeFromBucket(store, filesInBucket(store)[0] ?? '')
    await expect(exported(server, START_S + 2, 118)).rejects.toThrow('the export was answered')
  })

  it('finds a file that does not arrive as it was sent, keeps it on disk and sends it again', async () => {
    minutes(1)
    await store.mode('flip')
    const server = await start()
    await addVan(server)
    await until('the copy was found to be damaged', () => lines.some((line) => line.includes('as it was sent')))
    await until('it is in the bucket', inBucketAlone(1))
    expect((await played(server, START_S)).length).toBe(60 * 15)
  })

  it('makes the index again from the bucket and the folder', async () => {
    minutes(2)
    const first = await start()
    await addVan(first)
    await until('both are in the bucket', inBucketAlone(2))
    const before = indexPaths(data)
    await first.close()
    minutes(1, 2)
    const rebuilt = await start({ rebuildIndex: true })
    expect(lines.some((line) => line.includes('made again: 3 files'))).toBe(true)
    expect(indexPaths(data).slice(0, 2)).toEqual(before)
    expect((await played(rebuilt, START_S)).length).toBe(3 * 60 * 15)
  })

  it('has its index again after the database was lost, and deletes nothing then', async () => {
    minutes(2)
    const first = await start()
    await addVan(first)
    await until('both are in the bucket', inBucketAlone(2))
    const before = indexPaths(data)
    await first.close()
    for (const name of readdirSync(data)) if (name.startsWith('fleetglass.sqlite')) rmSync(join(data, name))
    const clock = fastClock(60, START_MS + 30 * 24 * HOUR_MS)
    await (await start({ clock })).close()
    const takeBucket = /--take-bucket (\S+) takes it/.exec(lines.join(''))?.[1] ?? ''
    const second = await start({ clock, takeBucket })
    await until('the place is taken', async () => (await health(second)).mediaStore === 'ok')
    await addVan(second)
    await until('the rows are there', () => indexPaths(data).length === 2)
    expect(indexPaths(data)).toEqual(before)
    expect(existsSync(join(data, 'media/KEEP-EVERYTHING.txt'))).toBe(true)
    expect((await played(second, START_S)).length).toBe(2 * 60 * 15)
  })

  it('goes by the days of a device in the bucket too, many at once', async () => {
    minutes(3)
    const first = await start()
    await addVan(first)
    await until('all are in the bucket', inBucketAlone(3))
    await first.close()
    await start({ clock: fastClock(1_000, START_MS + 3 * 24 * HOUR_MS) })
    await until('they are gone', () => filesInBucket(store).length === 0 && indexPaths(data).length === 0)
  })

  it('says at its start and on /healthz that the credentials are wrong, and records all the same', async () => {
    minutes(1)
    const server = await start({ config: { s3SecretKey: 'not the secret' } })
    await addVan(server)
    const sentence = 'The media store rejects the credentials. Check s3AccessKey and s3SecretKey'
    expect(await health(server)).toMatchObject({ status: 'ok', mediaStore: expect.stringContaining(sentence) })
    expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1)
    expect(lines.join('')).not.toContain('not the secret')
    await until('the minute is in the index', () => indexPaths(data).length === 1)
    expect(filesOnDisk(data)).toHaveLength(1)
    await server.close()
    const failure = await start({ config: { s3SecretKey: '' } }).catch(explainStartFailure)
    expect(failure).toContain('there are no credentials for it. Set FLEETGLASS_S3_ACCESS_KEY')
  })

  it('keeps everything when its index was lost and the store is away, and has its rows when it is back', async () => {
    minutes(1)
    const first = await start()
    await addVan(first)
    await until('it is in the bucket', inBucketAlone(1))
    const before = indexPaths(data)
    await first.close()
    const file = new Database(join(data, 'fleetglass.sqlite'))
    file.exec('delete from recordings')
    file.close()
    await store.mode('away')
    const clock = fastClock(60, START_MS + 30 * 24 * HOUR_MS)
    const hold = join(data, 'media/KEEP-EVERYTHING.txt')
    const second = await start({ clock })
    expect(readFileSync(hold, 'utf8')).toContain('could not look into the bucket')
    await store.mode('pass')
    await until('its row is there', () => indexPaths(data).length === 1)
    expect(indexPaths(data)).toEqual(before)
    await until('it is known', () => readFileSync(hold, 'utf8').includes('which its database did not have'))
    expect((await played(second, START_S)).length).toBe(60 * 15)
  })

  it('begins to delete by age when a bucket that was away at the first start has nothing old', async () => {
    await store.mode('away')
    const server = await start()
    const hold = join(data, 'media/KEEP-EVERYTHING.txt')
    expect(existsSync(hold)).toBe(true)
    await server.close()
    await start()
    await store.mode('pass')
    await until('it is known', () => !existsSync(hold))
  })

  it('finds what it has of a device that was added while it was away', async () => {
    minutes(1)
    const server = await start()
    await addVan(server)
    await until('it is in the bucket', inBucketAlone(1))
    const site = join(store.folder, BUCKET, 'site')
    cpSync(join(site, VAN), join(site, '12345678998'), { recursive: true })
    await store.mode('away')
    await until('it is noticed', async () => (await health(server)).mediaStore !== 'ok')
    await addVan(server, '12345678998')
    await store.mode('pass')
    await until('its row is there', () => indexPaths(data).some((path) => path.startsWith('@_bucket/12345678998/')))
  })
})
