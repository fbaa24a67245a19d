// Rows and files together: what the bucket lost or changed after its upload, places of another site, and local copies that stay.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { segmentPath } from '../../src/ports/recordings/segment-path.ts'
import { type PostgresCluster, postgresBinaries, runStatement, sharedPostgres } from '../databases/postgres-cluster.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { startTestServer } from '../harness.ts'
import { filesInBucket, filesOnDisk, removeFromBucket, VAN } from '../s3/bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from '../s3/s3-server.ts'
import { type Moved, makeFolder, moveData, withTarget } from './move-site.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: the move to it is not tested\n')

const START_MS = Date.UTC(2026, 8, 1, 10)
const PATIENCE_MS = 300_000

describe.skipIf(binaries === null)('a move of rows and files', () => {
  const ends: (() => unknown)[] = []
  let cluster: PostgresCluster
  let folder: string
  let store: S3Server
  let database: string
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  beforeEach(async () => {
    folder = await makeFolder(ends)
    store = await startS3Server()
    ends.push(() => store.close())
    database = await cluster.createDatabase()
  })
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  afterAll(() => cluster.close())

  const move = (...more: string[]): Promise<Moved> => {
    const { endpoint, accessKey, secretKey } = store.connection
    const args = ['--from', folder, '--media', `s3://${BUCKET}/site`, '--s3-endpoint', endpoint, ...more]
    return moveData(args, {
      FLEETGLASS_DATABASE: database,
      FLEETGLASS_S3_ACCESS_KEY: accessKey,
      FLEETGLASS_S3_SECRET_KEY: secretKey,
    })
  }

  function onSource(statement: string, ...values: unknown[]): void {
    const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
    db.prepare(statement).run(...values)
    db.close()
  }

  /** Minutes with their rows, of the size that their files have. */
  function minutes(count: number): string[] {
    return Array.from({ length: count }, (_, minute) => {
      const startMs = START_MS + minute * 60_000
      recordVideo(join(folder, 'media'), { deviceId: VAN, channel: 1, startMs, seconds: 2 })
      const path = segmentPath(VAN, 1, startMs, 1)
      const { length: bytes } = readFileSync(join(folder, 'media', path))
      onSource(
        `insert into recordings (device_key, start_ms, channel, end_ms, bytes, first_key_frame_offset, path, slot)
        values (1, ?, 1, ?, ?, 0, ?, '')`,
        startMs,
        startMs + 2_000,
        bytes,
        path,
      )
      return path
    })
  }

  const column = (query: string): Promise<string[]> =>
    withTarget(database, async (client) => {
      const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' })
      return rows.map(([value]) => String(value))
    })
  const pathsOfRows = () => column('select path from recordings order by start_ms')
  const copies = () => column('select path from local_copies order by path')
  const objectFile = (path: string) => join(store.folder, BUCKET, 'site', `${path}._S3rver_object`)
  const inBucket = (path: string) => `@_bucket/${path}`

  it(
    'puts the rows of files that the bucket lost or changed back on disk, lets no server begin, and sends them again',
    async () => {
      const paths = minutes(4)
      const [lost = '', changed = '', damagedOnDisk = '', same = ''] = paths
      await move()
      expect(await copies()).toEqual(paths)
      // As if it had been interrupted behind the uploads.
      await runStatement(database, 'update data_move set finished_ms = null')
      removeFromBucket(store, lost)
      writeFileSync(objectFile(changed), 'changed')
      writeFileSync(join(folder, 'media', damagedOnDisk), 'damaged')
      const verified = await move('--verify')
      expect([verified.isComplete, await copies()]).toEqual([false, paths])

      const { isComplete, printed } = await move()
      expect(isComplete).toBe(false)
      expect(printed).toContain(`${lost}: it is not in the bucket`)
      expect(printed).toContain(`${changed}: the object is not what is on disk`)
      expect(printed).toContain(`${damagedOnDisk}: the object is not what is on disk`)
      expect(printed).toContain('The files of 2 of them are on disk')
      expect(printed).not.toContain('DIFFERENT')
      expect(await pathsOfRows()).toEqual([lost, changed, inBucket(damagedOnDisk), inBucket(same)])
      expect(await copies()).toEqual([damagedOnDisk, same])
      await expect(startTestServer({ config: { database } })).rejects.toThrow('is being filled from')

      const again = await move()
      expect(again.printed).toContain('3 recordings are in the bucket')
      expect(again.printed).toContain('1 recordings are MISSING')
      expect(await pathsOfRows()).toEqual(paths.map(inBucket))
      expect([filesInBucket(store), filesOnDisk(folder)]).toEqual([paths, paths])
      await expect(move()).rejects.toThrow('The move into this database is finished')
    },
    PATIENCE_MS,
  )

  it(
    'is the same on both sides where an upload of the source left a row of a local copy, and after its object was lost',
    async () => {
      const [path = ''] = minutes(1)
      onSource('insert into local_copies select path, device_key, start_ms, channel from recordings')
      expect((await move()).isComplete).toBe(true)
      await runStatement(database, 'update data_move set finished_ms = null')
      removeFromBucket(store, path)
      const { isComplete, printed } = await move()
      expect([isComplete, printed]).toEqual([false, expect.not.stringContaining('DIFFERENT')])
      expect([await pathsOfRows(), await copies()]).toEqual([[path], [path]])
      expect((await move()).isComplete).toBe(true)
    },
    PATIENCE_MS,
  )

  it(
    'uploads the files of a read-only slot, and does not want them deleted there',
    async () => {
      const uuid = '1b2e4f0a-0000-4000-8000-000000000001'
      const [path = '', inFolder = ''] = minutes(2)
      const disk = await makeFolder(ends)
      recordVideo(join(disk, 'fleetglass/media'), { deviceId: VAN, channel: 1, startMs: START_MS, seconds: 2 })
      onSource('update recordings set slot = ?, path = ? where path = ?', uuid, `@${uuid}/${path}`, path)
      const slots = { value: [{ uuid, readonly: true }], revision: 1 }
      onSource(`insert into settings values ('record', 1, ?, 0, 'admin')`, JSON.stringify({ slots }))
      const listed = { name: 'sdb1', fstype: 'ext4', size: '1G', uuid, mountpoint: disk }
      writeFileSync(join(disk, 'disks.json'), JSON.stringify({ blockdevices: [listed] }))
      const config = join(disk, 'config.json')
      writeFileSync(config, JSON.stringify({ diskListCommand: ['cat', join(disk, 'disks.json')] }))
      expect((await move('--config', config)).isComplete).toBe(true)
      expect(await pathsOfRows()).toEqual([path, inFolder].map(inBucket))
      expect(await copies()).toEqual([inFolder])
    },
    PATIENCE_MS,
  )

  it(
    'finds what was in the bucket before the move by its label, not by its name alone',
    async () => {
      const [path = ''] = minutes(1)
      await move()
      onSource(`update recordings set path = ?, slot = '_bucket'`, inBucket(path))
      expect((await move('--verify')).printed).toContain('1 recordings are in the bucket')
      onSource('update recordings set bytes = bytes + 1')
      const { isComplete, printed } = await move('--verify')
      expect(isComplete).toBe(false)
      expect(printed).toContain(`${inBucket(path)}: its row names a bucket, and in this one another file has its name`)
    },
    PATIENCE_MS,
  )

  it(
    'copies no row when the place in the bucket is of another site, or has files without a mark',
    async () => {
      minutes(1)
      await move()
      database = await cluster.createDatabase()
      const refused = () =>
        expect(move()).rejects.toThrow(
          /^The place of --media has the mark of another site, or files without a mark\. No file was sent\./,
        )
      const rowsOfTarget = () => column('select path from recordings')
      await refused()
      expect(await rowsOfTarget()).toEqual([])
      rmSync(objectFile('fleetglass-site.json'))
      await refused()
      expect(await rowsOfTarget()).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'lets the database go when the settings of the source cannot be read',
    async () => {
      onSource(`insert into settings values ('record', 1, 'no json', 0, 'admin')`)
      await expect(move()).rejects.toThrow('is not valid JSON')
      expect(await column('select token from server_lease where until > now()')).toEqual([])
    },
    PATIENCE_MS,
  )
})
