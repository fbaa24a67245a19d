import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DEFAULTS, type Fleet, startFleet } from './fleet.ts'
import { startLoad } from './load/load.ts'
import type { FleetOptions } from './options.ts'
import { systemClock } from './platform/clock/index.ts'
import { readScenario } from './scenarios/read-scenario.ts'

const HELP = `Usage: fleetglass simulate [OPTIONS]

Vehicles with recorders that drive, report and send video, against a server that speaks JT/T 808 and JT/T 1078.

  --server HOST          where the devices connect to (127.0.0.1)
  --signalling PORT      its port for JT/T 808, TCP and UDP (7808)
  --files PORT           its port for files that devices bring on their own, FTP (${DEFAULTS.filesPort})
  --vehicles N           how many vehicles (${DEFAULTS.vehicles})
  --channels N           cameras of each vehicle, 1 to 16 (${DEFAULTS.channels})
  --seed N               decides roads, routes and noise (${DEFAULTS.seed})
  --generation G         2011, 2013, 2019 or mixed (${DEFAULTS.generation})
  --transport T          tcp or udp, for signalling (${DEFAULTS.transport})
  --interval S           seconds between positions (${DEFAULTS.intervalS})
  --first-id DIGITS      number of the first terminal; the others count up (${DEFAULTS.firstTerminalId})
  --centre LAT,LNG       where they drive (${DEFAULTS.centre.lat},${DEFAULTS.centre.lng})
  --utc-offset MINUTES   zone of the devices' clocks (${DEFAULTS.utcOffsetMinutes})
  --video CODEC          h264 or h265 for the main stream (${DEFAULTS.video})
  --audio CODEC          g711a, g726 or none (${DEFAULTS.audio})
  --recorded-hours N     recordings the devices have at the start (${DEFAULTS.recordedHours})
  --connect-rate N       new connections per second (${DEFAULTS.connectRate})
  --positions-only       no cameras: for very many devices
  --scenario FILE        a fleet and its faults over time; options given here win
  --json                 print the figures at the end as one line of JSON

  --rate N               instead of driving: N positions per second over --vehicles connections, every
                         acknowledgement counted, the result as one line of JSON; 0 = as fast as answered
  --duration S           how long to send (with --rate: 10; otherwise until Ctrl-C)
  --help                 print this

SIGINT and SIGTERM end all connections and print the figures.
`

class UsageError extends Error {}

const STATUS_MS = 5000

async function main(): Promise<number> {
  const { values } = readArguments()
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  return values.rate === undefined ? drive(values) : load(values)
}

type Values = ReturnType<typeof readArguments>['values']

function readArguments() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      options: {
        server: { type: 'string', default: '127.0.0.1' },
        signalling: { type: 'string', default: '7808' },
        files: { type: 'string' },
        vehicles: { type: 'string' },
        channels: { type: 'string' },
        seed: { type: 'string' },
        generation: { type: 'string' },
        transport: { type: 'string' },
        interval: { type: 'string' },
        'first-id': { type: 'string' },
        centre: { type: 'string' },
        'utc-offset': { type: 'string' },
        video: { type: 'string' },
        audio: { type: 'string' },
        'recorded-hours': { type: 'string' },
        'connect-rate': { type: 'string' },
        'positions-only': { type: 'boolean', default: false },
        scenario: { type: 'string' },
        json: { type: 'boolean', default: false },
        rate: { type: 'string' },
        duration: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function drive(values: Values): Promise<number> {
  const fleet = await startFleet(fleetOptions(values))
  const durationS = number(values.duration, '--duration', 0.1, 1e7)
  const stopped = untilStopped(durationS)
  const report = (): void => {
    printStatus(fleet)
    status = systemClock.after(STATUS_MS, report)
  }
  let status = systemClock.after(STATUS_MS, report)
  await stopped
  status.cancel()
  const stats = fleet.stats()
  await fleet.close()
  if (values.json) console.log(JSON.stringify(stats))
  else console.log(`${process.stdout.isTTY ? '\n' : ''}${statusLine(stats)}`)
  return 0
}

function printStatus(fleet: Fleet): void {
  const failure = fleet.devices.find((device) => device.state !== 'online' && device.lastFailure)?.lastFailure
  const line = statusLine(fleet.stats()) + (failure ? ` · ${failure}` : '')
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
  else console.log(line)
}

function statusLine(stats: ReturnType<Fleet['stats']>): string {
  const megabytes = (stats.mediaBytes / 1e6).toFixed(1)
  return [
    `${stats.online} of ${stats.vehicles} online`,
    `${stats.positionsAcknowledged} of ${stats.positionsSent} positions acknowledged`,
    `${stats.positionsWaiting} waiting`,
    `${stats.commandsAnswered} commands`,
    `${stats.streams} streams, ${megabytes} MB`,
  ].join(' · ')
}

/** Resolves at SIGINT, SIGTERM, or after `durationS`. */
function untilStopped(durationS: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      timer?.cancel()
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve()
    }
    const timer = durationS === undefined ? null : systemClock.after(durationS * 1000, stop)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

async function load(values: Values): Promise<number> {
  const generation = choice(values.generation, '--generation', ['2013', '2019'])
  const running = startLoad({
    host: values.server,
    signallingPort: number(values.signalling, '--signalling', 1, 65_535)!,
    connections: number(values.vehicles, '--vehicles', 1, 19_000) ?? 100,
    rate: number(values.rate, '--rate', 0, 1e7)!,
    durationS: number(values.duration, '--duration', 0.1, 1e6) ?? 10,
    ...(generation && { generation }),
    ...(values['first-id'] !== undefined && { firstTerminalId: digits(values['first-id']) }),
  })
  const stop = (): void => running.stop()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const report = await running.done
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
  console.log(JSON.stringify(report))
  return report.unanswered === 0 && report.rejected === 0 && report.connectionErrors === 0 ? 0 : 1
}

function fleetOptions(values: Values): FleetOptions {
  const given = {
    filesPort: number(values.files, '--files', 1, 65_535),
    vehicles: number(values.vehicles, '--vehicles', 1, 20_000),
    channels: number(values.channels, '--channels', 1, 16),
    seed: number(values.seed, '--seed', 0, 0xffff_ffff),
    generation: choice(values.generation, '--generation', ['2011', '2013', '2019', 'mixed']),
    transport: choice(values.transport, '--transport', ['tcp', 'udp']),
    intervalS: number(values.interval, '--interval', 0.05, 86_400),
    utcOffsetMinutes: number(values['utc-offset'], '--utc-offset', -840, 840),
    video: choice(values.video, '--video', ['h264', 'h265']),
    audio: choice(values.audio, '--audio', ['g711a', 'g726', 'none']),
    recordedHours: number(values['recorded-hours'], '--recorded-hours', 0, 8760),
    connectRate: number(values['connect-rate'], '--connect-rate', 1, 100_000),
    firstTerminalId: values['first-id'] === undefined ? undefined : digits(values['first-id']),
    centre: values.centre === undefined ? undefined : place(values.centre),
    scenario: values.scenario === undefined ? undefined : scenarioFrom(values.scenario),
  }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return {
    host: values.server,
    signallingPort: number(values.signalling, '--signalling', 1, 65_535)!,
    positionsOnly: values['positions-only'],
    ...present,
  }
}

function number(text: string | undefined, name: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw new UsageError(`${name} wants a number from ${least} to ${most}, not "${text}".`)
  }
  return value
}

function choice<T extends string>(text: string | undefined, name: string, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined
  const found = choices.find((one) => one === text)
  if (found === undefined) throw new UsageError(`${name} wants one of ${choices.join(', ')}, not "${text}".`)
  return found
}

function digits(text: string): string {
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`--first-id wants at most 12 digits, not "${text}".`)
  return text
}

function place(text: string): { lat: number; lng: number } {
  const [lat, lng] = text.split(',').map(Number)
  if (lat === undefined || lng === undefined || !(Math.abs(lat) <= 80 && Math.abs(lng) <= 180)) {
    throw new UsageError(`--centre wants degrees as LAT,LNG, not "${text}".`)
  }
  return { lat, lng }
}

function scenarioFrom(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the scenario cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const read = readScenario(text)
  if (!read.ok) throw new UsageError(`the scenario ${file} cannot be used: ${read.reason}.`)
  return read.scenario
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`fleetglass simulate: ${error.message}\nSee fleetglass simulate --help.`)
  process.exitCode = 2
}
