import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bench } from './bench.ts'

const root = join(import.meta.dirname, '..')
const VEHICLES = 10_000
const SECONDS = 40

/** The load of the other benches, measured itself: it must not be what limits them. */
export const bench: Bench = {
  name: 'simulator',
  async run(report) {
    const sink = start(['bench/simulator/sink.ts'])
    try {
      const { port } = JSON.parse(await firstLine(sink)) as { port: number }
      const fleet = await measureFleet(port)
      report({
        what: `${VEHICLES} devices from one process, a position every 10 s: memory`,
        value: fleet.megabytes,
        unit: 'MB',
        bar: '≤ 1500',
        holds: fleet.megabytes <= 1500 && fleet.online === VEHICLES,
        note: `${fleet.online} online, ${fleet.acknowledged} of ${fleet.sent} positions acknowledged`,
      })
      report({
        what: `${VEHICLES} devices from one process: CPU`,
        value: fleet.cpuPercent,
        unit: '% of a core',
        bar: '≤ 60',
        holds: fleet.cpuPercent <= 60,
        note: 'after all are connected',
      })
      const load = await measureLoad(port)
      report({
        what: 'positions sent and acknowledged by the load mode, 200 connections',
        value: load.acknowledgedPerS,
        unit: '/s',
        bar: '≥ 30000',
        holds: load.acknowledgedPerS >= 30_000 && load.unanswered === 0,
      })
    } finally {
      sink.kill('SIGTERM')
    }
  },
}

async function measureFleet(port: number) {
  const arguments_ = ['--signalling', String(port), '--vehicles', String(VEHICLES), '--positions-only', '--json']
  const child = start([
    'apps/simulator/src/main.ts',
    ...arguments_,
    '--connect-rate',
    '1000',
    '--duration',
    String(SECONDS),
  ])
  const lines: string[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit')
  await pause(SECONDS * 500)
  const before = cpuMs(child.pid!)
  await pause(SECONDS * 400)
  const cpuPercent = ((cpuMs(child.pid!) - before) / (SECONDS * 400)) * 100
  const megabytes = peakMegabytes(child.pid!)
  await ended
  const stats = JSON.parse(lines.at(-1)!) as { online: number; positionsSent: number; positionsAcknowledged: number }
  return {
    megabytes,
    cpuPercent,
    online: stats.online,
    sent: stats.positionsSent,
    acknowledged: stats.positionsAcknowledged,
  }
}

async function measureLoad(port: number) {
  const child = start([
    'apps/simulator/src/main.ts',
    '--signalling',
    String(port),
    '--vehicles',
    '200',
    '--rate',
    '0',
    '--duration',
    '5',
  ])
  return JSON.parse(await firstLine(child)) as { acknowledgedPerS: number; unanswered: number }
}

function start(args: readonly string[]): ChildProcess {
  const [file = '', ...rest] = args
  return spawn(process.execPath, [join(root, file), ...rest], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) return line
  throw new Error('the process ended without a word')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Highest memory of a process so far. */
function peakMegabytes(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** User and system time of a process: fields 14 and 15 of its stat line, in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
