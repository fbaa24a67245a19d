// A NATS server for the tests: the real program on a port of its own at 127.0.0.1, ended by its pid.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from '@fleetglass/testkit'
import { inject } from 'vitest'
import { NATS_FILE, type NatsOfRun } from './nats-of-run.ts'

export interface NatsServerOfTest {
  readonly port: number
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>
  /** Starts it again at the same port, with another configuration where one is given. */
  start(config?: string): Promise<void>
  close(): Promise<void>
}

/** The program, or `null` with a word: then the caller skips. */
export function natsProgram(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  const found = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))
  if (found === undefined) {
    process.stderr.write('NATS is not installed, what goes over it is skipped (apt-get install nats-server)\n')
  }
  return found ?? null
}

/** Port of the server that all files of a run share: the first that needs it starts it, and it ends with the run. */
export async function sharedNatsPort(program: string): Promise<number> {
  const folder = inject('natsFolder')
  const file = join(folder, NATS_FILE)
  const turn = join(folder, 'turn')
  await until('the NATS server of the run answers', async () => {
    if (existsSync(file)) return true
    try {
      mkdirSync(turn)
    } catch {
      return false
    }
    try {
      if (existsSync(file)) return true
      const { child, port } = await launch(program, folder, ['-p', '-1'])
      child.unref()
      writeFileSync(`${file}.new`, JSON.stringify({ port, pid: child.pid ?? 0 } satisfies NatsOfRun))
      renameSync(`${file}.new`, file)
      return true
    } finally {
      rmdirSync(turn)
    }
  })
  return (JSON.parse(readFileSync(file, 'utf8')) as NatsOfRun).port
}

/** A server of its own, for a test that ends it or configures it. */
export async function startNats(program: string, config = ''): Promise<NatsServerOfTest> {
  const folder = mkdtempSync(join(tmpdir(), 'fleetglass-nats-own-'))
  const file = join(folder, 'nats.conf')
  writeFileSync(file, config)
  const flags = config === '' ? [] : ['-c', file]
  let { child, port } = await launch(program, folder, [...flags, '-p', '-1'])
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return {
    port,
    kill,
    async start(other = config) {
      writeFileSync(file, other)
      child = (await launch(program, folder, [...flags, '-p', String(port)])).child
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function launch(program: string, folder: string, flags: readonly string[]) {
  const child = spawn(program, ['-a', '127.0.0.1', '--ports_file_dir', folder, ...flags], { stdio: 'ignore' })
  const port = await until('NATS says its port', () => portOf(child, join(folder, `nats-server_${child.pid}.ports`)))
  await until('NATS answers', () => answers(port))
  return { child, port }
}

function portOf(child: ChildProcess, file: string): number | null {
  if (child.exitCode !== null) throw new Error(`NATS ended with code ${child.exitCode}`)
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  if (text === '') return null
  const { nats = [] } = JSON.parse(text) as { nats?: string[] }
  return Number(new URL(nats[0] ?? '').port)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('data', end(true))
    socket.once('error', end(false))
  })
}
