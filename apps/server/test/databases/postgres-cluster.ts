// A PostgreSQL of our own for the tests: real binaries, 127.0.0.1, a folder and port of its own, ended by its pid.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@fleetglass/testkit'
import pg from 'pg'
import { inject } from 'vitest'
import { migrateAt } from './migrated-database.ts'
import { CLUSTER_FILE, type ClusterOfRun } from './postgres-of-run.ts'

const BINARIES = '/usr/lib/postgresql'

export interface PostgresCluster {
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** Makes a database with the present schema, as a copy of one that was migrated once. */
  createMigrated(): Promise<string>
  close(): Promise<void>
}

/** The folder of the newest `initdb` of this machine, or `null`: then the caller says so and skips. */
export function postgresBinaries(): string | null {
  if (!existsSync(BINARIES)) return null
  const versions = readdirSync(BINARIES).sort((a, b) => Number(b) - Number(a))
  const folders = versions.map((version) => join(BINARIES, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/**
 * The cluster that all files of a run share: the first that needs it makes it, and it ends with the run. Each caller has databases
 * of its own; `close` leaves the cluster to the others.
 */
export async function sharedPostgres(binaries: string): Promise<PostgresCluster> {
  const folder = inject('clusterFolder')
  const file = join(folder, CLUSTER_FILE)
  const turn = join(folder, 'turn')
  await until(
    'the PostgreSQL of the run answers',
    async () => {
      if (existsSync(file)) return true
      try {
        mkdirSync(turn)
      } catch {
        return false
      }
      try {
        if (existsSync(file)) return true
        const made = await launch(binaries)
        made.server.unref()
        writeFileSync(`${file}.new`, JSON.stringify(made.cluster))
        renameSync(`${file}.new`, file)
        return true
      } finally {
        rmdirSync(turn)
      }
    },
    60_000,
  )
  const cluster = JSON.parse(readFileSync(file, 'utf8')) as ClusterOfRun
  return { ...creatorsOf(cluster), close: async () => undefined }
}

/** A cluster of its own, for a test that ends it, with settings of its own. */
export async function startPostgres(binaries: string, more: readonly string[] = []): Promise<PostgresCluster> {
  const { server, cluster } = await launch(binaries, more)
  return {
    ...creatorsOf(cluster),
    async close() {
      // SIGINT is PostgreSQL's fast shutdown.
      server.kill('SIGINT')
      if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve))
      rmSync(cluster.folder, { recursive: true, force: true })
    },
  }
}

async function launch(
  binaries: string,
  more: readonly string[] = [],
): Promise<{ server: ChildProcess; cluster: ClusterOfRun }> {
  const owner = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const asOwner = { ...owner, stdio: 'ignore' as const, cwd: folder }
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'], asOwner)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=300',
    `port=${port}`,
    ...more,
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    asOwner,
  )
  await until('PostgreSQL answers', () => answers(addressOf(port, 'postgres'), server))
  const template = await createDatabase(port)
  await migrateAt(template)
  return { server, cluster: { port, folder, pid: server.pid ?? 0, template: new URL(template).pathname.slice(1) } }
}

const addressOf = (port: number, database: string): string => `postgres://test@127.0.0.1:${port}/${database}`

const creatorsOf = ({ port, template }: ClusterOfRun) => ({
  createDatabase: () => createDatabase(port),
  createMigrated: () => createDatabase(port, template),
})

async function createDatabase(port: number, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runStatement(addressOf(port, 'postgres'), `create database ${name} template ${template}`)
  return addressOf(port, name)
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
  return runStatement(url, 'select 1').then(
    () => true,
    () => false,
  )
}

/** Runs one statement on a connection of its own. */
export async function runStatement(url: string, sql: string): Promise<void> {
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
