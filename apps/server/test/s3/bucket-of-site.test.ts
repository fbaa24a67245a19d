// A bucket of another site, of nobody, or of another copy of the database: nothing is done there, and nothing is deleted here.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until as untilWithin } from '@fleetglass/testkit'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainStartFailure } from '../../src/start-failure.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { fastClock } from '../fast-clock.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import { bucketConfig, filesInBucket, filesOnDisk, health, indexPaths, played, VAN } from './bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from './s3-server.ts'

/** A machine with other tests beside may take many times as long. */
const PATIENCE_MS = 180_000
const until: typeof untilWithin = (what, ask) => untilWithin(what, ask, PATIENCE_MS / 2)
const START_MS = Date.UTC(2026, 8, 1, 10)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('whose bucket it is', { timeout: PATIENCE_MS }, () => {
  const ends: (() => unknown)[] = []
  let data: string
  let store: S3Server
  const lines: string[] = []

  beforeEach(async () => {
    lines.length = 0
    data = dataFolder()
    store = await startS3Server()
    ends.push(() => store.close())
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  function dataFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'fleetglass-whose-bucket-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

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

  function minute(folder: string, at: number): void {
    mkdirSync(join(folder, 'media'), { recursive: true })
    recordVideo(join(folder, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS + at * 60_000 })
  }

  async function addVan(server: TestServer): Promise<void> {
    // Not by the main channel: at the pace of the clock a login has some hundred ms.
    await server.directory.registry.add({ deviceId: VAN, channels: 1, recording: true, groups: [1] })
  }

  const isMoved = (folder: string, count: number) => () =>
    filesOnDisk(folder).length === 0 &&
    indexPaths(folder).length === count &&
    indexPaths(folder).every((path) => path.startsWith('@_bucket/'))

  /** A server with so many minutes in the bucket. */
  async function site(count: number): Promise<TestServer> {
    for (let at = 0; at < count; at++) minute(data, at)
    const server = await start()
    await addVan(server)
    await until('all is in the bucket', isMoved(data, count))
    return server
  }

  const says = (server: TestServer, words: string) => async () =>
    String((await health(server)).mediaStore).includes(words)

  /** The claim that the log names last. */
  function namedClaim(): string {
    const named = lines.flatMap((line) => /--take-bucket ([0-9a-f-]{36})/.exec(line)?.[1] ?? [])
    return named.at(-1) ?? ''
  }

  it('deletes no row, no object and no local copy with a wrong prefix, and goes on when it is corrected', async () => {
    await (await site(2)).close()
    // As a kill between the row and the deletion of the local copy leaves it.
    minute(data, 0)
    const file = new Database(join(data, 'fleetglass.sqlite'))
    file
      .prepare('insert into local_copies select ?, device_key, start_ms, channel from recordings where start_ms = ?')
      .run(filesOnDisk(data)[0], START_MS)
    file.close()
    const before = indexPaths(data)

    const clock = fastClock(1_000, START_MS + 5 * DAY_MS)
    const wrong = await start({ clock, config: { mediaStore: `s3://${BUCKET}/wrong` } })
    expect(await says(wrong, 'has no mark of this site')()).toBe(true)
    await until('what is too old could have gone', () => clock.nowMs() > START_MS + 5 * DAY_MS + 4 * HOUR_MS)
    expect(indexPaths(data)).toEqual(before)
    expect(filesOnDisk(data)).toHaveLength(1)
    expect(filesInBucket(store)).toHaveLength(2)
    expect(existsSync(join(store.folder, BUCKET, 'wrong'))).toBe(false)
    expect(await says(wrong, 'has no mark of this site')()).toBe(true)
    await wrong.close()

    await start({ clock: fastClock(1_000, START_MS + 5 * DAY_MS) })
    await until('all went by its age', () => filesInBucket(store).length === 0 && indexPaths(data).length === 0)
    expect(filesOnDisk(data)).toEqual([])
  })

  it('leaves the place of another site alone, also with --rebuild-index', async () => {
    const owner = await site(1)
    const mine = dataFolder()
    minute(mine, 5)
    const other = await start({ data: mine })
    await addVan(other)
    expect(await says(other, 'belongs to another site')()).toBe(true)
    await until('its minute is in its index', () => indexPaths(mine).length === 1)
    await other.close()
    const failure = await start({ data: mine, rebuildIndex: true }).catch(explainStartFailure)
    expect(failure).toContain('belongs to another site')
    expect(failure).toContain(`--take-bucket ${namedClaim()}`)
    expect(failure).toContain('the index of recordings is as it was')
    expect(indexPaths(mine)).toEqual(filesOnDisk(mine))
    expect(filesInBucket(store)).toHaveLength(1)
    expect((await health(owner)).mediaStore).toBe('ok')
  })

  it('takes a place only when its mark is named and nobody renews it, and then deletes nothing', async () => {
    const owner = await site(1)
    const mine = dataFolder()
    const other = await start({ data: mine })
    await other.close()
    const clock = fastClock(60, START_MS + HOUR_MS)
    const early = await start({ data: mine, takeBucket: namedClaim(), clock })
    await until('half an hour is over', () => clock.nowMs() > START_MS + 1.5 * HOUR_MS)
    expect(await says(early, 'belongs to another site')()).toBe(true)
    expect((await health(owner)).mediaStore).toBe('ok')
    await early.close()
    await owner.close()

    await (await start({ data: mine })).close()
    const hold = join(mine, 'media/KEEP-EVERYTHING.txt')
    expect(readFileSync(hold, 'utf8')).toContain('could not look into the bucket')
    const taking = await start({ data: mine, takeBucket: namedClaim() })
    await until('it is taken', async () => (await health(taking)).mediaStore === 'ok')
    expect(readFileSync(hold, 'utf8')).toContain('which its database did not have')
    await addVan(taking)
    await until('its recordings are found', () => indexPaths(mine).length === 1)

    const former = await start({ clock: fastClock(1_000, START_MS + 5 * DAY_MS) })
    expect(await says(former, 'belongs to another site')()).toBe(true)
    expect(await played(former, START_MS / 1000)).toEqual([])
    expect((await played(taking, START_MS / 1000)).length).toBe(60 * 15)
  })

  it('leaves the place to one of two copies of a database', async () => {
    await (await site(1)).close()
    const copy = dataFolder()
    cpSync(data, copy, { recursive: true })
    const first = await start()
    const second = await start({ data: copy })
    expect((await health(first)).mediaStore).toBe('ok')
    expect(await says(second, 'another copy of this database')()).toBe(true)
  })
})
