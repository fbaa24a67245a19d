// Who else may use what is the server's: its database, its files, its password.
import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelClient } from '../channel-client.ts'
import { CHILD_PASSWORD, type ServerChild, startServerChild } from '../recordings/server-child.ts'
import { type PostgresCluster, postgresBinaries, sharedPostgres } from './postgres-cluster.ts'

const binaries = postgresBinaries()
if (binaries === null) process.stderr.write('PostgreSQL is not installed: two servers on one database are not tested\n')

const main = join(import.meta.dirname, '../../src/main.ts')
let folders: string[] = []
let servers: ServerChild[] = []

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'fleetglass-one-'))
  folders.push(made)
  return made
}

async function start(data: string, options: Omit<Parameters<typeof startServerChild>[0], 'data'> = {}) {
  const server = await startServerChild({ data, ...options })
  servers.push(server)
  return server
}

// A folder and its server with a device that was added before the other tests: it takes half a minute to the file.
const written = mkdtempSync(join(tmpdir(), 'fleetglass-one-'))
let writing: ServerChild

beforeAll(async () => {
  writing = await startServerChild({ data: written })
  const admin = await ChannelClient.connect(writing.ports.main)
  await admin.login('admin', CHILD_PASSWORD)
  expect((await admin.request('D01', { A: '13800000001' })).fields.R).toBe('1')
  await admin.close()
})
afterAll(async () => {
  await writing.kill()
  rmSync(written, { recursive: true, force: true })
})

beforeEach(() => {
  folders = []
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.kill()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

describe.skipIf(binaries === null)('two servers on one PostgreSQL database', () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await sharedPostgres(binaries ?? '')
  })
  afterAll(() => cluster.close())

  /** Starts a server that is not to come up; resolves with its exit code and what it wrote to stderr. */
  function refused(data: string, database: string): Promise<{ code: number | null; said: string }> {
    const ports = ['http', 'main', 'streams', 'signalling', 'media', 'files-port', 'attachments-port'].flatMap(
      (name) => [`--${name}`, '0'],
    )
    const child = spawn(process.execPath, [main, 'serve', '--data', data, ...ports], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        FLEETGLASS_DATABASE: database,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })))
  }

  it('[M6] the second refuses to start and names the first; after a kill the next one starts by itself', async () => {
    const FLEETGLASS_DATABASE = await cluster.createDatabase()
    const data = folder()
    const first = await start(data, { environment: { FLEETGLASS_DATABASE } })
    const { code, said } = await refused(folder(), FLEETGLASS_DATABASE)
    expect(code).toBe(1)
    expect(said).toContain(`process ${first.pid} on ${hostname()}, data folder ${data}`)
    expect(first.isAlive()).toBe(true)
    await first.kill()
    const second = await start(folder(), { environment: { FLEETGLASS_DATABASE } })
    // After a stop in good order nothing is waited for.
    await second.stop()
    const client = new pg.Client({ connectionString: FLEETGLASS_DATABASE })
    await client.connect()
    expect((await client.query('select * from server_lease')).rows).toEqual([])
    await client.end()
  }, 120_000)

  it('[M6] a server whose database was taken by another one ends', async () => {
    const FLEETGLASS_DATABASE = await cluster.createDatabase()
    const server = await start(folder(), { environment: { FLEETGLASS_DATABASE } })
    const client = new pg.Client({ connectionString: FLEETGLASS_DATABASE })
    await client.connect()
    await client.query(`update server_lease set token = 'other', holder = 'another machine'`)
    await client.end()
    await server.ended
    expect(server.log()).toContain('another server has taken the database: another machine')
  }, 120_000)
})

describe('what lies in the data folder', () => {
  it('[M11] is readable by no other user of the machine, and a folder that is open is named with the way to close it', async () => {
    const data = folder()
    chmodSync(data, 0o755)
    const server = await start(data)
    expect(server.log()).toContain(`chmod 700 ${data}`)
    const made = readdirSync(data).filter((name) => name !== 'media')
    expect(made).toContain('fleetglass.sqlite')
    for (const name of [...made, 'media']) expect([name, statSync(join(data, name)).mode & 0o077]).toEqual([name, 0])
    await server.stop()
    chmodSync(data, 0o700)
    const closed = await start(data)
    expect(closed.log()).not.toContain('chmod')
  }, 60_000)
})

describe('the log of the SQLite database', () => {
  it('is written into the database file by time, not only when it is large', async () => {
    // Only the one file, as a careless backup takes it.
    const copy = join(folder(), 'copy.sqlite')
    await until(
      'the file alone has the device',
      () => {
        copyFileSync(join(written, 'fleetglass.sqlite'), copy)
        const database = new BetterSqlite3(copy)
        try {
          return database.prepare('SELECT 1 FROM devices WHERE device_id = ?').get('13800000001') !== undefined
        } catch (error) {
          // Before the first time there is no table in it; copied while the log was written into it, the copy is torn.
          if (/no such table|malformed/.test((error as Error).message)) return false
          throw error
        } finally {
          database.close()
        }
      },
      90_000,
    )
  }, 120_000)
})
