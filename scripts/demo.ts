// A server and a simulated fleet on this machine, to look at: ./bin/demo. With --check it proves the whole road once and
// prints the times as one line of JSON.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { firstFrame, Operator, type ServerAddress } from './operator.ts'

const root = join(import.meta.dirname, '..')
const HOST = '127.0.0.1'
const USER = 'admin'
const PASSWORD = 'fleetglass'
const CHECK_LIMIT_MS = 120_000

const HELP = `Usage: ./bin/demo [OPTIONS]

  --vehicles N      simulated vehicles (12)
  --channels N      cameras of each vehicle (4)
  --data DIR        where the server keeps its data (./data/demo)
  --http PORT       web console (8080)
  --main PORT       main channel (24680)
  --streams PORT    video streams (8900)
  --signalling PORT JT/T 808 devices (7808)
  --media PORT      JT/T 1078 devices (7078)
  --check           prove that a vehicle moves, is seen live and is recorded; print the times; stop
  --no-browser      do not open a browser

Everything listens on ${HOST} only. Ctrl-C stops the server and the vehicles.
`

const options = readOptions()
const startedMs = performance.now()
const children: ChildProcess[] = []
let stopping = false

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

try {
  await main()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  if (options.check) console.log(JSON.stringify({ ok: false, reason }))
  else console.error(reason)
  await stop(1)
}

async function main(): Promise<void> {
  const limit = setTimeout(() => {
    if (!options.check) return
    console.log(JSON.stringify({ ok: false, reason: `not done after ${CHECK_LIMIT_MS / 1000} s` }))
    void stop(1)
  }, CHECK_LIMIT_MS)
  limit.unref()
  start('server', ['apps/server/src/main.ts', 'serve', '--host', HOST, '--data', options.data, ...serverPorts()])
  await until('the server answers', isHealthy)
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
  ])
  const address: ServerAddress = { host: HOST, mainPort: options.main, streamPort: options.streams }
  const operator = await Operator.login(address, USER, PASSWORD).catch((error: Error) => {
    throw new Error(
      `${error.message}. If this data folder was made with another password, choose another folder with --data.`,
    )
  })
  await registerFleet(operator)
  const onlineMs = sinceStart()
  if (options.check) {
    const times = await check(operator)
    console.log(JSON.stringify({ ok: true, readyMs, onlineMs, ...times }))
    return stop(0)
  }
  operator.close()
  const url = `http://localhost:${options.http}/`
  console.log(
    `\nFleetglass is running with ${options.vehicles} simulated vehicles (ready after ${(onlineMs / 1000).toFixed(1)} s).\n\n  address   ${url}\n  user      ${USER}\n  password  ${PASSWORD}\n\nCtrl-C stops it.`,
  )
  openBrowser(url)
}

/** Adds every vehicle that reports itself and is not known yet, as an administrator would under "new devices". */
async function registerFleet(operator: Operator): Promise<void> {
  await until('the vehicles are online', async () => {
    const devices = await operator.devices()
    for (const device of devices.filter((row) => row.online && !row.registered)) {
      await operator.request('D01', { A: device.deviceId, C: String(options.channels), F: '1' })
    }
    return devices.filter((row) => row.online && row.registered).length >= options.vehicles
  })
}

async function check(operator: Operator): Promise<Record<string, number>> {
  const before = new Map((await operator.devices()).map((row) => [row.deviceId, row.gps]))
  await until('a vehicle has moved', async () =>
    (await operator.devices()).some(
      (row) => row.gps !== '' && position(row.gps) !== position(before.get(row.deviceId) ?? row.gps),
    ),
  )
  const movedMs = sinceStart()
  const [device] = (await operator.devices()).filter((row) => row.online && row.registered)
  if (device === undefined) throw new Error('no vehicle is online')
  await firstFrame(operator.streamUrl({ deviceid: device.deviceId, channel: 1 }), 15_000)
  const liveMs = sinceStart()
  const minuteS = await until('a minute is recorded', () => recordedMinute(operator, device.deviceId))
  await until('the recorded minute plays', () =>
    firstFrame(
      operator.streamUrl({ type: 'lopb', deviceid: device.deviceId, channel: 1, streamid: 1, spbtime: minuteS }),
      10_000,
    ).catch(() => null),
  )
  return { movedMs, liveMs, playbackMs: sinceStart() }
}

/** Start (unix seconds) of a minute of the present UTC day that has a recording, or null. */
async function recordedMinute(operator: Operator, deviceId: string): Promise<number | null> {
  const dayStartS = Math.floor(Date.now() / 86_400_000) * 86_400
  const reply = await operator.request('Q06', { A: deviceId, B: String(dayStartS) })
  const minute = new TextDecoder().decode(reply.payload ?? new Uint8Array()).lastIndexOf('1')
  return minute < 0 ? null : dayStartS + minute * 60
}

function position(gps: string): string {
  return gps.split(',').slice(1, 3).join(',')
}

async function isHealthy(): Promise<boolean> {
  if (children[0]?.exitCode !== null && children[0]?.exitCode !== undefined)
    throw new Error('the server ended; its reason is above')
  const reply = await fetch(`http://${HOST}:${options.http}/healthz`).catch(() => null)
  return reply?.ok ?? false
}

/** Asks again every 100 ms until the answer is neither false nor null; the limit is that of the check. */
async function until<T>(what: string, ask: () => Promise<T | false | null>): Promise<T> {
  const limitMs = performance.now() + CHECK_LIMIT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null) return answer
    if (stopping || performance.now() > limitMs) throw new Error(`waited in vain until ${what}`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

function start(name: string, args: readonly string[]): void {
  const environment = { ...process.env, FLEETGLASS_ADMIN_PASSWORD: PASSWORD }
  const [file = '', ...rest] = args
  const output = options.check ? 'ignore' : 'inherit'
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, file), ...rest], {
    cwd: root,
    env:
      name === 'server'
        ? { ...environment, FLEETGLASS_LOG_LEVEL: process.env.FLEETGLASS_LOG_LEVEL ?? 'warn' }
        : process.env,
    stdio: ['ignore', output, 'inherit'],
  })
  children.push(child)
  child.on('exit', (code) => {
    if (stopping) return
    console.error(`the ${name} ended by itself (exit code ${code})`)
    void stop(1)
  })
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
  const { http, main: mainPort, streams, signalling, media } = options
  return ['--http', http, '--main', mainPort, '--streams', streams, '--signalling', signalling, '--media', media].map(
    String,
  )
}

function sinceStart(): number {
  return Math.round(performance.now() - startedMs)
}

function readOptions() {
  const flags = ['vehicles', 'channels', 'data', 'http', 'main', 'streams', 'signalling', 'media'] as const
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(flags.map((flag) => [flag, { type: 'string' }])) as Record<
        (typeof flags)[number],
        { type: 'string' }
      >),
      check: { type: 'boolean', default: false },
      'no-browser': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    process.exit(0)
  }
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
    check: values.check,
    noBrowser: values['no-browser'],
  }
}
