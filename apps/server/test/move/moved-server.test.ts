// A server on SQLite and its folder, then one on PostgreSQL and a bucket that were filled by the move: both give the same answers.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock } from '@fleetglass/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { visitDataFolder } from '../../src/platform/database/index.ts'
import { explainStartFailure } from '../../src/start-failure.ts'
import {
  type PostgresCluster,
  postgresBinaries,
  runStatement,
  sharedPostgres,
  startPostgres,
} from '../databases/postgres-cluster.ts'
import { DrivenDevice, eastOf } from '../devices/driven-device.ts'
import { startTestServer, type TestServer, type TestServerOptions, until } from '../harness.ts'
import { askAll, NOW_MS, TRUCK } from '../recordings/old-folder.ts'
import { bucketConfig, filesInBucket, filesOnDisk } from '../s3/bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from '../s3/s3-server.ts'
import { makeFolder, moveData, withTarget } from './move-site.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: a server is not moved to it\n')

const FOLDER = join(import.meta.dirname, '../recordings/folder-0.1.0/folder')
const START_MS = NOW_MS + 1_200_000
const PATIENCE_MS = 300_000

describe.skipIf(binaries === null)('a server that was moved', () => {
  const ends: (() => unknown)[] = []
  let cluster: PostgresCluster
  let store: S3Server
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
    store = await startS3Server()
  })
  afterAll(() => store.close())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(data: string, config: TestServerOptions['config'] = {}): Promise<TestServer> {
    const clock = createManualClock(START_MS)
    const moves = setInterval(() => clock.advance(20), 20)
    const server = await startTestServer({ data, clock, ...(config && { config }) })
    ends.push(async () => {
      await server.close()
      clearInterval(moves)
    })
    return server
  }

  const toBucket = (): [string[], Record<string, string>] => {
    const { endpoint, accessKey, secretKey } = store.connection
    return [
      ['--media', `s3://${BUCKET}/site`, '--s3-endpoint', endpoint],
      { FLEETGLASS_S3_ACCESS_KEY: accessKey, FLEETGLASS_S3_SECRET_KEY: secretKey },
    ]
  }

  it(
    'answers every question as before: users and rights, lists, tracks, events, and exports of the same bytes from the bucket',
    async () => {
      const data = mkdtempSync(join(tmpdir(), 'fleetglass-moved-'))
      ends.push(() => rmSync(data, { recursive: true, force: true }))
      cpSync(FOLDER, data, { recursive: true })
      const truck = await DrivenDevice.connect(await start(data), TRUCK)
      await truck.at(START_MS / 1000, eastOf(100), { speedKmh: 140 })
      await truck.close()
      await ends.pop()?.()
      const answers = await askAll(await start(data))
      await ends.pop()?.()
      const files = filesOnDisk(data)
      expect(files.length).toBeGreaterThan(0)

      const database = await cluster.createDatabase()
      const [media, keys] = toBucket()
      const moved = await moveData(['--from', data, ...media], { ...keys, FLEETGLASS_DATABASE: database })
      expect(moved.printed).toContain(`${files.length} recordings are in the bucket`)
      expect(moved.isComplete).toBe(true)
      expect(filesOnDisk(data)).toEqual(files)
      expect(filesInBucket(store)).toEqual(files)

      // Without its media folder: what is played comes from the bucket.
      rmSync(join(data, 'media'), { recursive: true })
      const after = await start(data, { database, ...bucketConfig(store) })
      const again = await askAll(after)
      for (const question of Object.keys(answers))
        expect([question, again[question]]).toEqual([question, answers[question]])
      expect(answers['admin: export']).toMatchObject({ status: 200 })
      const admin = await after.login()
      expect((await admin.request('D01', { A: '13800138099' })).fields['R']).toBe('1')
      await admin.close()
    },
    PATIENCE_MS,
  )

  it(
    'is not moved while it runs, nor into a database that a server uses, nor started on one that is half full',
    async () => {
      const running = await startTestServer()
      ends.push(() => running.close())
      const database = await cluster.createDatabase()
      await expect(moveData(['--from', running.data, '--to', database])).rejects.toThrow(
        `A Fleetglass server runs on the data folder ${running.data}`,
      )
      const other = await startTestServer({ config: { database } })
      const folder = await makeFolder(ends)
      await expect(moveData(['--from', folder, '--to', database])).rejects.toThrow(
        new RegExp(`used by another running Fleetglass server: process ${process.pid} on .*${other.data}`),
      )
      await other.close()

      const visit = visitDataFolder(folder)
      await expect(startTestServer({ data: folder })).rejects.toThrow('is used by another running Fleetglass server')
      visit.release()

      const half = await cluster.createDatabase()
      const stop = new AbortController()
      stop.abort(new Error('stopped'))
      await expect(moveData(['--from', folder, '--to', half], {}, stop.signal)).rejects.toThrow('stopped')
      const started = startTestServer({ config: { database: half } })
      await expect(started).rejects.toSatisfy((error: unknown) =>
        /is being filled from .* Run the same fleetglass migrate command again/.test(explainStartFailure(error) ?? ''),
      )
      expect((await moveData(['--from', folder, '--to', half])).isComplete).toBe(true)
      await (await startTestServer({ config: { database: half } })).close()
    },
    PATIENCE_MS,
  )

  it(
    'is not waited for without an end: a lease that stands and is not renewed is named',
    async () => {
      const folder = await makeFolder(ends)
      const database = await cluster.createDatabase()
      await runStatement(
        database,
        `create table server_lease (id integer primary key, token text not null, holder text not null, until timestamptz not null);
        insert into server_lease values (1, 'x', 'a machine of tomorrow', now() + interval '1 day')`,
      )
      await expect(moveData(['--from', folder, '--to', database])).rejects.toThrow(
        /reserved until .* for a machine of tomorrow, which does not renew it/,
      )
    },
    PATIENCE_MS,
  )

  it(
    'says that PostgreSQL went away, or that its role may not make tables',
    async () => {
      const folder = await makeFolder(ends)
      const short = await startPostgres(binaries ?? '')
      const database = await short.createDatabase()
      await runStatement(database, 'create role visitor login')
      const sentence = (address: string) =>
        moveData(['--from', folder, '--to', address]).then(
          () => 'it was moved',
          (error: unknown) => explainStartFailure(error) ?? error,
        )
      expect(await sentence(database.replace('test@', 'visitor@'))).toContain('may not make tables there')
      const ended = sentence(database)
      await until('the move has begun', () =>
        withTarget(database, async (client) => {
          const there = await client.query(`select to_regclass('data_move') is not null as there`)
          return there.rows[0].there === true
        }),
      )
      await short.close()
      expect(await ended).toMatch(/PostgreSQL (was lost|was stopped|is starting or stopping)/)
    },
    PATIENCE_MS,
  )

  it(
    'gives way to a server that has taken the database: it stores nothing more',
    async () => {
      const folder = await makeFolder(ends)
      const database = await cluster.createDatabase()
      const moving = moveData(['--from', folder, '--to', database])
      await until('the move has begun', () =>
        withTarget(database, async (client) => {
          const there = await client.query(`select to_regclass('data_move') is not null as there`)
          return there.rows[0].there === true
        }),
      )
      await runStatement(database, `update server_lease set token = 'other', holder = 'another machine'`)
      // It ends by itself, or was done before it noticed.
      await moving.catch((error: Error) => expect(error.message).toContain('another machine'))
    },
    PATIENCE_MS,
  )
})
