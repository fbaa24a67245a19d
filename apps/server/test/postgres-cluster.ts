// A PostgreSQL of our own for the tests: real binaries, 127.0.0.1, a folder and port of its own, ended by its pid.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import pg from 'pg'

const BINARIES = '/usr/lib/postgresql'

export interface PostgresCluster {
  /** Makes an empty database and answers its address. */
  createDatabase(): Promise<string>
  close(): Promise<void>
}

/** The folder of the newest `initdb` of this machine, or `null`: then the caller says so and skips. */
export function postgresBinaries(): string | null {
  if (!existsSync(BINARIES)) return null
  const versions = readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a))
  const folders = versions.map((version) => join(BINARIES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

export async function startPostgres(binaries: string): Promise<PostgresCluster> {
  const owner = ordinaryUser()
  const base = mkdtempSync(join(tmpdir(), 'fleetglass-postgres-'))
  if (owner) chownSync(base, owner.uid, owner.gid)
  const data = join(base, 'data')
  const asOwner = { ...owner, stdio: 'ignore' as const, cwd: base }
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'], asOwner)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${base}`, 'fsync=off', `port=${port}`]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    asOwner,
  )
  const url = (database: string) => `postgres://test@127.0.0.1:${port}/${database}`
  await until('PostgreSQL answers', () => answers(url('postgres'), server), 20_000)
  let made = 0
  return {
    async createDatabase() {
      const name = `test_${++made}`
      await run(url('postgres'), `create database ${name}`)
      return url(name)
    },
    async close() {
      // SIGINT is PostgreSQL's fast shutdown.
      server.kill('SIGINT')
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** initdb refuses to run as root; the user that Debian's package makes, or nobody, will do. */
function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: '-u' | '-g', user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) }
    } catch {
      // Not a user of this machine: the next one.
    }
  }
  return null
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
  return run(url, 'select 1').then(
    () => true,
    () => false,
  )
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
