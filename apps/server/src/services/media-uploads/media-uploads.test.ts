import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createManualClock, type ManualClock, until } from '@fleetglass/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases/both-databases.ts'
import { BUCKET, type S3Server, startS3Server } from '../../../test/s3/s3-server.ts'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { BucketHealth, MediaWithBucket, openBucket } from '../../platform/media-store/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { ownThreads } from '../../platform/worker/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { createRecordingStore, type RecordingStore } from '../recordings/recording.store.ts'
import { MediaUploads } from './media-uploads.ts'

const START_MS = Date.UTC(2026, 8, 1, 10)
const MINUTE_MS = 60_000
const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, limit: 100 }
const noSlots = { uuids: () => [], folderOf: () => null, isWritable: () => false }

onBothDatabases('uploads of recordings', (databases) => {
  let root: string
  let server: S3Server
  let database: Database
  let clock: ManualClock
  let index: RecordingStore
  let media: MediaWithBucket
  let uploads: MediaUploads
  const lines: string[] = []
  const metrics = createMetrics()
  /** A device of its own for each test: the thread that uploads takes longer to start than all of them. */
  let deviceKey = 0
  let folder = ''

  beforeEach(() => {
    lines.length = 0
    deviceKey += 1
    folder = `van${deviceKey}/20260901/1`
  })
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'fleetglass-uploads-'))
    server = await startS3Server()
    database = await databases.open()
    clock = createManualClock(START_MS + 60 * MINUTE_MS)
    index = createRecordingStore(database)
    const log = createLog('info', { write: (line) => lines.push(line) })
    const { connection } = server
    const bucket = { files: await openBucket(connection), connection, health: new BucketHealth(log, 'the bucket') }
    media = new MediaWithBucket(root, noSlots, bucket)
    uploads = new MediaUploads({ clock, log, threads: ownThreads, metrics, database, media, bucket })
  })
  afterAll(async () => {
    await uploads.close()
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  /** A file on disk with its row. */
  async function recorded(path: string, startMs: number, content = path): Promise<Segment> {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    const endMs = startMs + MINUTE_MS
    const segment = { deviceKey, channel: 1, startMs, endMs, bytes: content.length, firstKeyFrameOffset: 0, path }
    await index.add([segment])
    return segment
  }

  const paths = async () => {
    const found = await index.oldest({ slots: await index.slots(), ...EVERYTHING, only: [deviceKey] })
    return found.map(({ path }) => path)
  }
  async function contentOf(path: string): Promise<string> {
    const file = await media.open(path)
    return Buffer.from(await file.read(0, await file.size())).toString()
  }
  const object = (path: string) => join(server.folder, BUCKET, 'site', `${path}._S3rver_object`)

  it('leaves a file on disk for a minute, then has it in the bucket; who knows its former path reads it there', async () => {
    const { path } = await recorded(`${folder}/1059.mp4`, clock.nowMs() - MINUTE_MS)
    await uploads.round()
    expect(await paths()).toEqual([path])
    const opened = await media.open(path)
    clock.advance(2 * MINUTE_MS)
    await uploads.round()
    expect(await paths()).toEqual([`@_bucket/${path}`])
    expect(existsSync(join(root, path))).toBe(false)
    expect(await contentOf(path)).toBe(path)
    expect(await contentOf(`@_bucket/${path}`)).toBe(path)
    expect(media.locate(path)).toMatchObject({ object: { path } })
    expect(media.isNameTaken(path)).toBe(true)
    await opened.close()
  })

  it('gives the second file of a name another one in the bucket', async () => {
    const path = `${folder}/1000.mp4`
    await recorded(path, START_MS, 'before the restart')
    await uploads.round()
    await recorded(path, START_MS + 30_000, 'after the restart')
    await uploads.round()
    const moved = await paths()
    expect(moved).toEqual([`@_bucket/${path}`, `@_bucket/${folder}/1000-2.mp4`])
    expect(await Promise.all(moved.map(contentOf))).toEqual(['before the restart', 'after the restart'])
  })

  it('believes the bucket when a row was written late that says that a moved file is on disk', async () => {
    const segment = await recorded(`${folder}/1000.mp4`, START_MS)
    await uploads.round()
    await index.add([segment])
    expect(await paths()).toEqual([segment.path])
    await uploads.round()
    expect(await paths()).toEqual([`@_bucket/${segment.path}`])
  })

  it('keeps the row of a file that is in neither place, and uploads the others', async () => {
    const lost = await recorded(`${folder}/1000.mp4`, START_MS)
    unlinkSync(join(root, lost.path))
    const other = await recorded(`${folder}/1001.mp4`, START_MS + MINUTE_MS)
    await uploads.round()
    expect(await paths()).toEqual([lost.path, `@_bucket/${other.path}`])
  })

  it('removes no row of a file that moved since its removal was decided', async () => {
    const segment = await recorded(`${folder}/1000.mp4`, START_MS)
    await uploads.round()
    await index.remove([segment])
    expect(await paths()).toEqual([`@_bucket/${segment.path}`])
  })

  it('deletes a local copy that a kill left, before anything else, and no file that is the only one', async () => {
    const moved = await recorded(`${folder}/1000.mp4`, START_MS)
    await uploads.round()
    const only = await recorded(`${folder}/1001.mp4`, START_MS + MINUTE_MS)
    writeFileSync(join(root, moved.path), 'a copy')
    const copies = database.tables<{ local_copies: Record<string, unknown> }>()
    for (const { path, deviceKey: device_key, startMs: start_ms, channel } of [moved, only]) {
      await copies.insertInto('local_copies').values({ path, device_key, start_ms, channel }).execute()
    }
    await uploads.prepare()
    expect(existsSync(join(root, moved.path))).toBe(false)
    expect(readFileSync(join(root, only.path), 'utf8')).toBe(only.path)
    expect(await copies.selectFrom('local_copies').selectAll().execute()).toEqual([])
  })

  it('deletes local copies behind many that it may not or cannot delete, and reports those once a round', async () => {
    const moved = await recorded(`${folder}/1000.mp4`, START_MS)
    await uploads.round()
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, moved.path), 'a copy')
    const copies = database.tables<{ local_copies: Record<string, unknown> }>()
    const copy = (path: string) => ({ path, device_key: deviceKey, start_ms: START_MS, channel: 1 })
    // In the order of paths: read-only, then not to be deleted because a folder has the name, then the one that may go.
    const onSlots = Array.from({ length: 600 }, (_, at) => copy(`@read-only/${at}.mp4`))
    const stuck = [1, 2].map((at) => `a-folder-${at}.mp4`)
    for (const path of stuck) mkdirSync(join(root, path, 'inside'), { recursive: true })
    for (let at = 0; at < onSlots.length; at += 100) {
      await copies
        .insertInto('local_copies')
        .values(onSlots.slice(at, at + 100))
        .execute()
    }
    await copies
      .insertInto('local_copies')
      .values([...stuck, moved.path].map(copy))
      .execute()
    lines.length = 0
    await uploads.round()
    expect(existsSync(join(root, moved.path))).toBe(false)
    expect(lines.filter((line) => line.includes('cannot be deleted'))).toHaveLength(1)
    const left = await copies.selectFrom('local_copies').select('path').execute()
    expect(left).toHaveLength(602)
    await copies.deleteFrom('local_copies').execute()
    for (const path of stuck) rmSync(join(root, path), { recursive: true })
  })

  it('tries a bucket that fails again after 5 s, then after twice as long, and reports it once', async () => {
    clock.advance(10 * MINUTE_MS)
    await server.mode('away')
    const { path } = await recorded(`${folder}/1000.mp4`, START_MS)
    await uploads.prepare()
    await uploads.round()
    expect(media.slots()).toEqual([''])
    await expect(media.open(`@_bucket/${path}`)).rejects.toMatchObject({ code: 'bucket-unreachable' })
    await server.mode('pass')
    clock.advance(4_900)
    await uploads.round()
    expect(uploads.fault).toContain('does not answer')
    clock.advance(200)
    await uploads.round()
    expect(uploads.fault).toBeNull()
    expect(await paths()).toEqual([`@_bucket/${path}`])
    expect(existsSync(object(path))).toBe(true)
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(1)
  })

  it('ends at once in the middle of an upload, which the next start does again', async () => {
    clock.advance(10 * MINUTE_MS)
    const { path } = await recorded(`${folder}/1000.mp4`, START_MS, 'x'.repeat(2_000_000))
    await server.mode('hold-body')
    const round = uploads.round()
    await until('the upload is held', () => server.isHeld())
    const begunMs = performance.now()
    await uploads.close()
    await round
    // A store that is silent is given up after 20 s.
    expect(performance.now() - begunMs).toBeLessThan(10_000)
    expect(await paths()).toEqual([path])
    expect(existsSync(join(root, path))).toBe(true)
  })
})
