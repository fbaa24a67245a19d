// SIGKILL while the schema is made, in the middle of a table, in the middle of a file and before a file is verified: the same command goes on,
// and at the end everything is there once.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { until as untilWithin } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { segmentPath } from '../../src/ports/recordings/segment-path.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from '../databases/postgres-cluster.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { withoutSettings } from '../recordings/server-child.ts'
import { filesInBucket, filesOnDisk, VAN } from '../s3/bucket-site.ts'
import { BUCKET, type S3Server, startS3Server } from '../s3/s3-server.ts'
import { DAY_S, makeFolder, NOW_S, rowsOfFolder, rowsOfTarget, withTarget } from './move-site.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: a killed move is not tested\n')

const PATIENCE_MS = 400_000
const until: typeof untilWithin = (what, ask) => untilWithin(what, ask, PATIENCE_MS / 4)
const POINTS = 12_000
/** A row in the middle of the second batch. */
const TRAP = 7_000
const LOCK = 4_711
const START_MS = Date.UTC(2026, 8, 1, 10)
const main = join(import.meta.dirname, '../../src/main.ts')

describe.skipIf(binaries === null)('SIGKILL during a move', () => {
  const ends: (() => unknown)[] = []
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(() => cluster.close())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  it(
    'loses and doubles nothing at four moments, one after the other',
    async () => {
      const folder = await makeFolder(ends)
      fill(folder)
      const store = await startS3Server()
      ends.push(() => store.close())
      const database = await cluster.createDatabase()
      const move = (): Move => startMove(folder, database, store, ends)

      const first = move()
      await until('the move has begun', () => answers(database, `select to_regclass('data_move') is not null`))
      await first.kill()

      await until('the schema is there', async () => {
        const second = move()
        await until('it stores rows, or was killed before', () =>
          answers(database, `select to_regclass('audit_log_future') is not null`),
        )
        await second.kill()
        return true
      })
      await trapped(database, async (isTrapped) => {
        const third = move()
        await until('it is in the middle of the positions', isTrapped)
        await third.kill()
      })
      expect(await count(database, 'select rows from data_move_tables where name = $1', ['track_points'])).toBe(5_000)
      expect(await count(database, 'select count(*) from track_points')).toBe(5_000)

      for (const mode of ['hold-body', 'hold-verify'] as const) {
        await store.mode(mode)
        const next = move()
        await until('an upload is held', () => store.isHeld())
        await next.kill()
        await store.mode('pass')
      }

      const last = move()
      expect(await last.ended).toBe(0)
      expect(last.text()).toContain('3 recordings are in the bucket, of the same size and checksum as on disk')
      const { recordings, local_copies: copies, bucket_site: site, ...rest } = await rowsOfTarget(database, folder)
      const { recordings: sources, local_copies: none, bucket_site: noSite, ...same } = rowsOfFolder(folder)
      expect(rest).toEqual(same)
      expect([none, noSite]).toEqual([[], []])
      expect(site).toHaveLength(1)
      expect(copies).toHaveLength(3)
      const withoutPlace = (rows: (string | null)[][] = []) => rows.map((row) => row.slice(0, 6))
      expect(withoutPlace(recordings)).toEqual(withoutPlace(sources))
      expect(filesInBucket(store)).toHaveLength(3)
      expect(filesOnDisk(folder)).toHaveLength(3)
    },
    PATIENCE_MS,
  )
})

interface Move {
  /** Exit code. */
  readonly ended: Promise<number | null>
  text(): string
  kill(): Promise<void>
}

function startMove(folder: string, database: string, store: S3Server, ends: (() => unknown)[]): Move {
  const { endpoint, accessKey, secretKey } = store.connection
  const args = ['migrate', '--from', folder, '--media', `s3://${BUCKET}/site`, '--s3-endpoint', endpoint]
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutSettings(process.env),
      FLEETGLASS_DATABASE: database,
      FLEETGLASS_S3_ACCESS_KEY: accessKey,
      FLEETGLASS_S3_SECRET_KEY: secretKey,
    },
  })
  let text = ''
  const take = (chunk: Buffer): void => {
    text += chunk.toString()
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', take)
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  ends.push(kill)
  return { ended, kill, text: () => text }
}

/** Whoever stores the row in the middle waits; `isTrapped` says whether somebody does. */
async function trapped(database: string, work: (isTrapped: () => Promise<boolean>) => Promise<void>): Promise<void> {
  await withTarget(database, async (client) => {
    await client.query(`create function trap() returns trigger language plpgsql as $$ begin
      if new.device_key = 1 and new.time_s = ${timeOf(TRAP)} then perform pg_advisory_xact_lock(${LOCK}); end if;
      return new; end $$`)
    await client.query('create trigger trap before insert on track_points for each row execute function trap()')
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await work(() =>
      answers(database, `select exists (select 1 from pg_locks where locktype = 'advisory' and not granted)`),
    )
    await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted`)
    await client.query('drop trigger trap on track_points')
    await client.query('drop function trap')
  })
}

async function answers(database: string, question: string): Promise<boolean> {
  return await withTarget(database, async (client) => {
    const { rows } = await client.query<boolean[]>({ text: question, rowMode: 'array' })
    return rows[0]?.[0] === true
  })
}

async function count(database: string, question: string, values: string[] = []): Promise<number> {
  return await withTarget(database, async (client) => {
    const { rows } = await client.query<string[]>({ text: question, values, rowMode: 'array' })
    return Number(rows[0]?.[0])
  })
}

const timeOf = (n: number): number => NOW_S - 3 * DAY_S + n * 10

function fill(folder: string): void {
  const db = new BetterSqlite3(join(folder, 'fleetglass.sqlite'))
  const columns = db.prepare(`select name from pragma_table_info('track_points')`).pluck().all() as string[]
  const point = db.prepare(`insert into track_points values (${columns.map(() => '?').join(', ')})`)
  const row =
    db.prepare(`insert into recordings (device_key, start_ms, channel, end_ms, bytes, first_key_frame_offset, path, slot)
    values (1, ?, 1, ?, ?, 0, ?, '')`)
  db.exec('begin')
  for (let n = 0; n < POINTS; n++) {
    point.run(columns.map((name) => (name === 'device_key' ? 1 : name === 'time_s' ? timeOf(n) : n)))
  }
  for (let minute = 0; minute < 3; minute++) {
    const startMs = START_MS + minute * 60_000
    recordVideo(join(folder, 'media'), { deviceId: VAN, channel: 1, startMs, seconds: 5 })
    row.run(startMs, startMs + 5_000, 100_000, segmentPath(VAN, 1, startMs, 1))
  }
  db.exec('commit')
  db.close()
}
