// Files of recordings on their way into a bucket: those that cannot go are named, the others go, and what does not arrive is found.
import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { segmentPath } from '../../src/ports/recordings/segment-path.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { startTestServer } from '../harness.ts'
import { bucketConfig, filesInBucket, filesOnDisk, indexPaths, removeFromBucket, VAN } from '../s3/bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from '../s3/s3-server.ts'
import { type Moved, makeFolder, moveData } from './move-site.ts'

const START_MS = Date.UTC(2026, 8, 1, 10)
const PATIENCE_MS = 300_000
/** The mark of a site, as the store has it on disk. */
const MARK = 'fleetglass-site.json._S3rver_object'

describe('a move into a bucket alone', () => {
  const ends: (() => unknown)[] = []
  let folder: string
  let store: S3Server
  beforeEach(async () => {
    folder = await makeFolder(ends)
    store = await startS3Server()
    ends.push(() => store.close())
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  const move = (...more: string[]): Promise<Moved> => {
    const { endpoint, accessKey, secretKey } = store.connection
    const args = ['--from', folder, '--media', `s3://${BUCKET}/site`, '--s3-endpoint', endpoint, ...more]
    return moveData(args, { FLEETGLASS_S3_ACCESS_KEY: accessKey, FLEETGLASS_S3_SECRET_KEY: secretKey })
  }

  /** Minutes with their rows. */
  function minutes(count: number): string[] {
    const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
    const row =
      db.prepare(`insert into recordings (device_key, start_ms, channel, end_ms, bytes, first_key_frame_offset, path, slot)
      values (1, ?, 1, ?, 1, 0, ?, '')`)
    const paths = Array.from({ length: count }, (_, minute) => {
      const startMs = START_MS + minute * 60_000
      recordVideo(join(folder, 'media'), { deviceId: VAN, channel: 1, startMs, seconds: 2 })
      const path = segmentPath(VAN, 1, startMs, 1)
      row.run(startMs, startMs + 2_000, path)
      return path
    })
    db.close()
    return paths
  }

  it(
    'uploads each file, leaves the index and the folder as they are, and does nothing the second time',
    async () => {
      const paths = minutes(3)
      const moved = await move()
      expect([moved.isComplete, moved.printed]).toEqual([
        true,
        expect.stringContaining('3 recordings are in the bucket'),
      ])
      expect(filesInBucket(store)).toEqual(paths)
      expect([filesOnDisk(folder), indexPaths(folder)]).toEqual([paths, paths])
      expect((await move()).isComplete).toBe(true)
      expect(filesInBucket(store)).toEqual(paths)
    },
    PATIENCE_MS,
  )

  it(
    'names and counts what is missing, is no file, or leads out of the folder, and uploads the rest',
    async () => {
      const [missing = '', folderOfName = '', link = '', whole = ''] = minutes(4)
      const locate = (path: string): string => join(folder, 'media', path)
      for (const path of [missing, folderOfName, link]) rmSync(locate(path))
      mkdirSync(locate(folderOfName))
      writeFileSync(join(dirname(folder), 'secret-of-the-machine'), 'a secret')
      ends.push(() => rmSync(join(dirname(folder), 'secret-of-the-machine')))
      symlinkSync(join(dirname(folder), 'secret-of-the-machine'), locate(link))
      const { isComplete, printed } = await move()
      expect(isComplete).toBe(false)
      expect(printed).toContain('1 recordings are in the bucket')
      expect(printed).toContain('3 recordings are MISSING in the bucket')
      expect(printed).toContain(`${missing}: it is missing`)
      expect(printed).toContain(`${folderOfName}: it is no file`)
      expect(printed).toContain(`${link}: it leads out of the folder of recordings`)
      expect(filesInBucket(store)).toEqual([whole])
    },
    PATIENCE_MS,
  )

  it(
    'finds with --verify what the bucket does not have as it is on disk, and sends nothing',
    async () => {
      const [lost = '', changed = ''] = minutes(3)
      await move()
      removeFromBucket(store, lost)
      truncateSync(join(store.folder, BUCKET, 'site', `${changed}._S3rver_object`), 1_000)
      const { isComplete, printed } = await move('--verify')
      expect(isComplete).toBe(false)
      expect(printed).toContain(`${lost}: it is not in the bucket`)
      expect(printed).toContain(`${changed}: the object is not what is on disk`)
      expect(filesInBucket(store)).toHaveLength(2)
      expect((await move()).isComplete).toBe(true)
      expect(filesInBucket(store)).toHaveLength(3)
    },
    PATIENCE_MS,
  )

  it(
    'follows a media folder that is a link to another disk',
    async () => {
      const paths = minutes(1)
      const disk = await makeFolder(ends)
      recordVideo(join(disk, 'recordings'), { deviceId: VAN, channel: 1, startMs: START_MS, seconds: 2 })
      rmSync(join(folder, 'media'), { recursive: true })
      symlinkSync(join(disk, 'recordings'), join(folder, 'media'))
      expect((await move()).isComplete).toBe(true)
      expect(filesInBucket(store)).toEqual(paths)
    },
    PATIENCE_MS,
  )

  it(
    'finds files on a media slot where it is mounted, and names those of one that is not',
    async () => {
      const [mounted, away] = ['1b2e4f0a-0000-4000-8000-000000000001', '1b2e4f0a-0000-4000-8000-000000000002']
      const disk = await makeFolder(ends)
      const paths = minutes(2)
      rmSync(join(folder, 'media'), { recursive: true })
      recordVideo(join(disk, 'fleetglass/media'), { deviceId: VAN, channel: 1, startMs: START_MS, seconds: 2 })
      const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
      const place = db.prepare('update recordings set slot = ?, path = ? where path = ?')
      for (const [at, uuid] of [mounted, away].entries()) place.run(uuid, `@${uuid}/${paths[at]}`, paths[at])
      const slots = [mounted, away].map((uuid) => ({ uuid, readonly: false }))
      db.prepare(`insert into settings values ('record', 1, ?, 0, 'admin')`).run(
        JSON.stringify({ slots: { value: slots, revision: 1 } }),
      )
      db.close()
      const listed = { name: 'sdb1', fstype: 'ext4', size: '1G', uuid: mounted, mountpoint: disk }
      writeFileSync(join(disk, 'disks.json'), JSON.stringify({ blockdevices: [listed] }))
      const config = join(disk, 'config.json')
      writeFileSync(config, JSON.stringify({ diskListCommand: ['cat', join(disk, 'disks.json')] }))
      const { isComplete, printed } = await move('--config', config)
      expect(filesInBucket(store)).toEqual([paths[0]])
      expect([isComplete, printed]).toEqual([false, expect.stringContaining('its media slot is not mounted')])
    },
    PATIENCE_MS,
  )

  it(
    'says what is wrong with the bucket before it does anything',
    async () => {
      minutes(1)
      await store.mode('away')
      await expect(move()).rejects.toThrow('The media store does not answer')
    },
    PATIENCE_MS,
  )

  it(
    'sends nothing to the place of another site',
    async () => {
      minutes(1)
      const other = await startTestServer({ config: bucketConfig(store) })
      ends.push(() => other.close())
      await until('it has its place', () => existsSync(join(store.folder, BUCKET, 'site', MARK)))
      await expect(move()).rejects.toThrow(
        /^The place of --media has the mark of another site, or files without a mark\. No file was sent\./,
      )
      expect(filesInBucket(store)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'spares the server the upload: with --take-bucket, it takes over the objects that are there',
    async () => {
      const server = await startTestServer({ data: folder })
      const link = await server.login()
      await link.request('D01', { A: VAN, C: '1', F: '1' })
      await link.close()
      recordVideo(join(folder, 'media'), { deviceId: VAN, channel: 1, startMs: START_MS })
      await server.close()
      await (await startTestServer({ data: folder, config: { recordingDays: 0 } })).close()
      await until('the minute is in the index', () => indexPaths(folder).length === 1)
      expect((await move()).isComplete).toBe(true)
      const bucket = await startTestServer({
        data: folder,
        config: { recordingDays: 0, ...bucketConfig(store) },
        takeBucket: `s3://${BUCKET}/site`,
      })
      ends.push(() => bucket.close())
      await until('the bucket alone has it', () => filesOnDisk(folder).length === 0, PATIENCE_MS / 2)
      const metrics = await (await fetch(`${bucket.url}/metrics`)).text()
      expect(metrics).toMatch(/^fleetglass_media_store_uploads_total\{outcome="found"\} 1$/m)
      expect(metrics).not.toContain('outcome="stored"')
    },
    PATIENCE_MS,
  )
})
