// A server and a simulated fleet on this machine, to look at: ./bin/demo (which also has the help text). With --check it proves the whole road once and
// prints the times as one line of JSON.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { townMap } from '@fleetglass/simulator'
import { SERVER_NODE_FLAGS } from '../apps/server/test/node-flags.ts'
import { firstFrame, Operator, playedFor, type ServerAddress } from '../tools/site/operator.ts'
import { addOrganisation, addToDepots, DEMO_USERS, type DemoServer } from './demo-organisation.ts'
import { demoRecord, SEED, TOWN_CENTRE } from './demo-vehicles.ts'

const root = join(import.meta.dirname, '..')
const HOST = '127.0.0.1'
const USER = 'admin'
const PASSWORD = 'fleetglass'
const FIRST_ID = '13800138001'
const CHECK_LIMIT_MS = 120_000
/** How much of the recording `--check` plays. */
const PLAYED_SECONDS = 5

const options = readOptions()
const startedMs = performance.now()
const children: ChildProcess[] = []
/** What each child wrote to its error output last. */
const lastWords = new Map<ChildProcess, string>()
let stopping = false

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

try {
  await main()
} catch (error) {
  await fail(error instanceof Error ? error.message : String(error))
}

async function main(): Promise<void> {
  const limit = setTimeout(() => {
    if (options.check) void fail(`not done after ${CHECK_LIMIT_MS / 1000} s`)
  }, CHECK_LIMIT_MS)
  limit.unref()
  writeTownMap()
  const server = start('server', [
    'apps/server/src/main.ts',
    'serve',
    '--config',
    'scripts/demo-config.json',
    '--host',
    HOST,
    '--data',
    options.data,
    '--recording-days',
    '1',
    ...serverPorts(),
  ])
  await serverReady(server)
  const readyMs = sinceStart()
  start('vehicles', [
    'apps/simulator/src/main.ts',
    '--server',
    HOST,
    '--signalling',
    String(options.signalling),
    '--interval',
    '2',
    '--vehicles',
    String(options.vehicles),
    '--channels',
    String(options.channels),
    '--scenario',
    'apps/simulator/scenarios/demo.json',
    '--first-id',
    FIRST_ID,
    '--seed',
    String(SEED),
    '--centre',
    `${TOWN_CENTRE.lat},${TOWN_CENTRE.lng}`,
  ])
  const address: ServerAddress = { host: HOST, mainPort: options.main, streamPort: options.streams }
  const operator = await Operator.login(address, USER, PASSWORD).catch((error: Error) => {
    throw new Error(
      `${error.message}. If this data folder was made with another password, choose another folder with --data.`,
    )
  })
  const organisation: DemoServer = {
    request: (code, fields, payload) => operator.request(code, fields, payload),
    httpUrl: `http://${HOST}:${options.http}`,
    user: USER,
    password: PASSWORD,
  }
  if (await addOrganisation(organisation)) {
    const known = (await operator.devices()).filter(({ registered }) => registered)
    for (const { deviceId } of known) await addToDepots(organisation, deviceId, numberOf(deviceId))
  }
  await registerFleet(operator, organisation)
  const onlineMs = sinceStart()
  if (options.check) {
    const times = await check(operator)
    console.log(JSON.stringify({ ok: true, readyMs, onlineMs, ...times }))
    return stop(0)
  }
  operator.close()
  const url = `http://localhost:${options.http}/`
  console.log(
    `\nFleetglass is running with ${options.vehicles} simulated vehicles (ready after ${(onlineMs / 1000).toFixed(1)} s).\n\n  address   ${url}\n\n${logins()}\n\nIts recordings take about 1 GB an hour for each vehicle of four cameras, in ${options.data}.\nCtrl-C stops it.`,
  )
  openBrowser(url)
}

/** Who may log in, one a line. */
function logins(): string {
  const rows = [
    ['user', 'password', ''],
    [USER, PASSWORD, 'Administers the site'],
    ...DEMO_USERS.map(({ name, password, memo }) => [name, password, memo]),
  ]
  return rows
    .map(([name = '', password = '', memo]) => `  ${name.padEnd(12)}${password.padEnd(14)}${memo}`.trimEnd())
    .join('\n')
}

/** The streets that the vehicles drive on; an existing map stays. */
function writeTownMap(): void {
  const path = join(options.data, 'basemap.pmtiles')
  if (existsSync(path)) return
  mkdirSync(options.data, { recursive: true, mode: 0o700 })
  writeFileSync(path, townMap(SEED, TOWN_CENTRE))
}

/**
 * Adds every vehicle that reports itself and is not known yet, as an administrator would under "new devices", writes down
 * whose it is, and puts it into its depots. Later changes by a user stay.
 */
async function registerFleet(operator: Operator, organisation: DemoServer): Promise<void> {
  await until('the vehicles are online', async () => {
    const devices = await operator.devices()
    for (const device of devices.filter((row) => row.online && !row.registered)) {
      await operator.request('D01', { A: device.deviceId, C: String(options.channels), F: '1' })
      const number = numberOf(device.deviceId)
      const record = demoRecord(number, options.channels)
      await operator.request('D04', { A: device.deviceId }, JSON.stringify(record))
      await addToDepots(organisation, device.deviceId, number)
    }
    return devices.filter((row) => row.online && row.registered).length >= options.vehicles
  })
}

/** Terminals count up from the first one. */
function numberOf(deviceId: string): number {
  return Number(BigInt(deviceId) - BigInt(FIRST_ID))
}

/**
 * Proves the three ends of the road side by side: a vehicle has moved, a live access unit has reached a viewer, and the
 * minute that has been recorded since the start is known to the index and plays. Each time is ms since the start of the command.
 */
async function check(operator: Operator): Promise<Record<string, number>> {
  const sinceS = Math.floor(Date.now() / 1000)
  const [device] = (await operator.devices()).filter((row) => row.online && row.registered)
  if (device === undefined) throw new Error('no vehicle is online')
  const [movedMs, liveMs, playbackMs] = await Promise.all([
    hasMoved(operator),
    isSeenLive(operator, device.deviceId),
    isPlayedBack(operator, device.deviceId, sinceS),
  ])
  return { movedMs, liveMs, playbackMs }
}

async function hasMoved(operator: Operator): Promise<number> {
  const before = new Map<string, string>()
  await until('a vehicle has moved', async () => {
    const placed = (await operator.devices()).filter((row) => row.gps !== '')
    const moved = placed.some((row) => position(row.gps) !== position(before.get(row.deviceId) ?? row.gps))
    for (const row of placed) if (!before.has(row.deviceId)) before.set(row.deviceId, row.gps)
    return moved
  })
  return sinceStart()
}

async function isSeenLive(operator: Operator, deviceId: string): Promise<number> {
  await firstFrame(operator.streamUrl({ deviceid: deviceId, channel: 1 }), 30_000)
  return sinceStart()
}

/** Plays `PLAYED_SECONDS` of what was recorded after `sinceS`: an older recording in the data folder proves nothing. */
async function isPlayedBack(operator: Operator, deviceId: string, sinceS: number): Promise<number> {
  const wantedS = sinceS + PLAYED_SECONDS
  await until('enough is recorded', async () => Date.now() / 1000 > wantedS + PLAYED_SECONDS)
  await until('the minute is known', () => isRecorded(operator, deviceId, wantedS))
  const url = operator.streamUrl({ type: 'lopb', deviceid: deviceId, channel: 1, streamid: 1, spbtime: wantedS })
  await playedFor(url, PLAYED_SECONDS * 1000, 30_000)
  return sinceStart()
}

async function isRecorded(operator: Operator, deviceId: string, atS: number): Promise<boolean> {
  const reply = await operator.request('Q06', { A: deviceId, B: String(Math.floor(atS / 60) * 60) })
  return new TextDecoder().decode(reply.payload ?? new Uint8Array()).startsWith('1')
}

function position(gps: string): string {
  return gps.split(',').slice(1, 3).join(',')
}

/**
 * Resolves when this very server reports that it listens: another program may hold one of the ports and answer there. The
 * server's own message shows what is wrong when it ends instead.
 */
function serverReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: server.stdout as Readable })
    lines.on('line', (line) => {
      const { level, msg } = readLogLine(line)
      if (msg === 'ready') resolve()
      else if (!options.check && level !== 'info') console.log(line)
    })
    server.once('exit', () => reject(new Error(lastWords.get(server) || 'the server ended before it was ready')))
  })
}

/** The server logs JSON lines; what is none is for a person to read. */
function readLogLine(line: string): { readonly level?: unknown; readonly msg?: unknown } {
  try {
    return JSON.parse(line) as { level?: unknown; msg?: unknown }
  } catch {
    return { msg: line }
  }
}

/** Checks every 100 ms until the answer is neither false nor null; the limit is that of the check. */
async function until<T>(what: string, ask: () => Promise<T | false | null>): Promise<T> {
  const limitMs = performance.now() + CHECK_LIMIT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null) return answer
    if (stopping || performance.now() > limitMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

function start(name: string, args: readonly string[]): ChildProcess {
  const [file = '', ...rest] = args
  const child = spawn(process.execPath, [...SERVER_NODE_FLAGS, join(root, file), ...rest], {
    cwd: root,
    env: { ...process.env, FLEETGLASS_ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', name === 'server' ? 'pipe' : 'ignore', 'pipe'],
  })
  children.push(child)
  child.stderr?.on('data', (chunk: Buffer) => {
    if (!options.check) process.stderr.write(chunk)
    lastWords.set(child, ((lastWords.get(child) ?? '') + chunk.toString()).slice(-2000).trim())
  })
  child.on('exit', (code) => {
    if (stopping) return
    const words = lastWords.get(child)
    if (words && !options.check) void stop(1)
    else void fail(words || `the ${name} ended by itself (exit code ${code})`)
  })
  return child
}

/** Prints the reason once, as JSON where a program reads it, and stops everything. */
async function fail(reason: string): Promise<void> {
  if (stopping) return
  if (options.check) console.log(JSON.stringify({ ok: false, reason }))
  else console.error(reason)
  await stop(1)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all(children.map(end))
  process.exit(code)
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => child.kill('SIGKILL'), 6000)
    child.once('exit', () => {
      clearTimeout(force)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

function openBrowser(url: string): void {
  if (options.noBrowser || !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || !existsSync('/usr/bin/xdg-open'))
    return
  spawn('/usr/bin/xdg-open', [url], { stdio: 'ignore', detached: true }).unref()
}

function serverPorts(): string[] {
  const { http, main: mainPort, streams, signalling, media, files } = options
  const web = ['--http', http, '--main', mainPort, '--streams', streams, '--heartbeat', 0]
  return [...web, '--signalling', signalling, '--media', media, '--files-port', files, '--attachments-port', 0].map(
    String,
  )
}

function sinceStart(): number {
  return Math.round(performance.now() - startedMs)
}

function readOptions() {
  const flags = ['vehicles', 'channels', 'data', 'http', 'main', 'streams', 'signalling', 'media', 'files'] as const
  const values = readFlags({
    ...(Object.fromEntries(flags.map((flag) => [flag, { type: 'string' }])) as Record<
      (typeof flags)[number],
      { type: 'string' }
    >),
    check: { type: 'boolean', default: false },
    'no-browser': { type: 'boolean', default: false },
  })
  const whole = (name: (typeof flags)[number], fallback: number, most: number): number => {
    const value = values[name] === undefined ? fallback : Number(values[name])
    if (Number.isInteger(value) && value >= 1 && value <= most) return value
    console.error(`--${name} must be a whole number from 1 to ${most}`)
    process.exit(2)
  }
  return {
    vehicles: whole('vehicles', 12, 1000),
    channels: whole('channels', 4, 8),
    data: resolve(values.data ?? join(root, 'data', 'demo')),
    http: whole('http', 8080, 65_535),
    main: whole('main', 24_680, 65_535),
    streams: whole('streams', 8900, 65_535),
    signalling: whole('signalling', 7808, 65_535),
    media: whole('media', 7078, 65_535),
    files: whole('files', 7021, 65_535),
    check: values.check,
    noBrowser: values['no-browser'],
  }
}

/** An option that does not exist is answered with a sentence. */
function readFlags<Options extends NonNullable<ParseArgsConfig['options']>>(flags: Options) {
  try {
    return parseArgs({ options: flags }).values
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    console.error(`${sentence}. ./bin/demo --help lists the options.`)
    process.exit(2)
  }
}
