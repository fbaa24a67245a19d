// Rows and files together: what the bucket lost or changed after its upload, places of another site, and local copies that stay.
import { readFileSync, writeFileSync } from 'node:fs'
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
})
