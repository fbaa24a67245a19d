// As much video as one core bears: recorded channels, and viewers of one channel beside a bare loop that sends the same.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { liveStreamAddress, MEDIA_HEADER_BYTES } from '@fleetglass/contract/streams'
import Database from 'better-sqlite3'
import { CHILD_PASSWORD } from '../apps/server/test/server-child.ts'
import { hashPassword } from '../scripts/operator.ts'
import type { Bench, BenchRow } from './bench.ts'
import { type BenchServer, LOAD_CORE, pinned, SERVER_CORE, startServerWith } from './gateway/server-process.ts'

const FIRST_TERMINAL = 13_700_000_001
const KBIT_PER_S = 600
const PICTURES_PER_S = 15
const PUBLISHERS = 300
const VIEWERS = 300
const CROWD = Number(process.env.FLEETGLASS_BENCH_CROWD ?? '4000')
/** Streams of one account are bounded. */
const VIEWERS_PER_ACCOUNT = 250
const WARM_UP_MS = 5_000
const MEASURED_MS = 20_000

export const bench: Bench = {
  name: 'video: what one core bears',
  async run(report) {
    await recorded(report)
    await watched(report)
  },
}

/** Publishers received and recorded, then watched as well. */
async function recorded(report: (row: BenchRow) => void): Promise<void> {
  const server = await startServerWith({ devices: PUBLISHERS, firstTerminal: FIRST_TERMINAL, recenable: 1 })
  const publishers = start('publishers.ts', server.ports.signalling, PUBLISHERS, FIRST_TERMINAL, KBIT_PER_S)
  let crowd: ChildProcess | null = null
  try {
    await said(publishers)
    await until('all film', async () => (await server.metric('fleetglass_streams_playing')) === PUBLISHERS)
    await pause(WARM_UP_MS)
    const alone = await measure(server)
    const share = alone.diskBytes / alone.streamBytes
    report({
      what: `${PUBLISHERS} publishers of ${KBIT_PER_S} kbit/s received and recorded by one core`,
      value: alone.cpu * 100,
      unit: '% of a core',
      bar: 'all of it in time, nothing dropped',
      holds: alone.dropped === 0 && alone.mbitPerS > (PUBLISHERS * KBIT_PER_S * 0.98) / 1000,
      note: `${alone.dropped} frames dropped, ${alone.mbitPerS.toFixed(0)} Mbit/s in, ${server.rssMb().toFixed(0)} MB`,
    })
    report({
      what: 'bytes on disk for a byte of media',
      value: share,
      unit: '',
      bar: '0.97 to 1.03',
      holds: Math.abs(share - 1) <= 0.03,
    })
    await addAccounts(server, 2)
    const paths = Array.from({ length: VIEWERS }, (_, n) =>
      addressOf(n, accountOf(Math.floor(n / VIEWERS_PER_ACCOUNT))),
    )
    crowd = start('crowd.ts', server.ports.streams, VIEWERS, ...paths)
    await said(crowd)
    await until('all watch', async () => (await server.metric('fleetglass_viewers')) === VIEWERS)
    await pause(WARM_UP_MS)
    const both = await measure(server)
    const rssMb = server.rssMb()
    if ((await server.metric('fleetglass_viewers')) !== VIEWERS) throw new Error('viewers were cut off')
    report({
      what: `memory of the server at ${PUBLISHERS} publishers recorded and ${VIEWERS} viewers`,
      value: rssMb,
      unit: 'MB',
      bar: '≤ 500 MB, nothing dropped',
      holds: rssMb <= 500 && both.dropped === 0,
      note: `${(both.cpu * 100).toFixed(1)} % of a core, ${both.dropped} frames dropped`,
    })
  } finally {
    for (const child of [crowd, publishers]) child?.kill('SIGKILL')
    await server.close()
  }
}

/** Many viewers of one channel, and the same bytes to as many sockets from `ws` alone. */
async function watched(report: (row: BenchRow) => void): Promise<void> {
  const ours = await watchedHere()
  const bare = await watchedBare()
  const ratio = bare.cpuPerMb / ours.cpuPerMb
  report({
    what: `${CROWD} viewers of one ${KBIT_PER_S} kbit/s stream from one core`,
    value: ours.cpu * 100,
    unit: '% of a core',
    bar: 'all of it in time, no frame lost, ≥ 0.9 of a bare loop',
    holds: ours.dropped === 0 && ours.share > 0.99 && ratio >= 0.9,
    peer: { what: 'a bare ws loop, % of a core', value: bare.cpu * 100, ratio },
    note: `${ours.dropped} frames lost, ${(ours.share * 100).toFixed(1)} % of the bytes came in time (bare: ${(bare.share * 100).toFixed(1)} %); ratio by CPU a byte`,
  })
}

async function watchedHere() {
  const server = await startServerWith({ devices: 1, firstTerminal: FIRST_TERMINAL })
  const publisher = start('publishers.ts', server.ports.signalling, 1, FIRST_TERMINAL, KBIT_PER_S)
  let crowd: ChildProcess | null = null
  try {
    await said(publisher)
    const accounts = Math.ceil(CROWD / VIEWERS_PER_ACCOUNT)
    await addAccounts(server, accounts)
    const paths = Array.from({ length: accounts }, (_, n) => addressOf(0, accountOf(n)))
    crowd = start('crowd.ts', server.ports.streams, CROWD, ...paths)
    await said(crowd)
    await until('all watch', async () => (await server.metric('fleetglass_viewers')) === CROWD)
    return await read(crowd, {
      cpuS: async () => server.cpuS(),
      dropped: () => server.metric('fleetglass_viewer_frames_dropped_total'),
    })
  } finally {
    for (const child of [crowd, publisher]) child?.kill('SIGKILL')
    await server.close()
  }
}

async function watchedBare() {
  const group = KBIT_PER_S * 250
  const key = Math.round(group * 0.132)
  const delta = Math.round((group - key) / (2 * PICTURES_PER_S - 1))
  const sizes = [2 * PICTURES_PER_S, key + MEDIA_HEADER_BYTES, delta + MEDIA_HEADER_BYTES, PICTURES_PER_S]
  const bare = pinned(SERVER_CORE, [join(import.meta.dirname, 'video/bare-loop.ts'), ...sizes.map(String)], true)
  let crowd: ChildProcess | null = null
  try {
    const port = await said<number>(bare)
    crowd = start('crowd.ts', port, CROWD, '/')
    await said(crowd)
    return await read(crowd, {
      async cpuS() {
        bare.send('report')
        return (await said<{ readonly cpuS: number }>(bare)).cpuS
      },
      dropped: async () => 0,
    })
  } finally {
    for (const child of [crowd, bare]) child?.kill('SIGKILL')
  }
}

async function read(
  crowd: ChildProcess,
  sender: { cpuS(): Promise<number>; dropped(): Promise<number> },
): Promise<{ cpu: number; cpuPerMb: number; share: number; dropped: number }> {
  const seen = (): Promise<{ readonly bytes: number; readonly ended: number }> => {
    crowd.send('report')
    return said(crowd)
  }
  await pause(WARM_UP_MS)
  const before = { ...(await seen()), cpuS: await sender.cpuS(), dropped: await sender.dropped() }
  const begunMs = performance.now()
  await pause(MEASURED_MS)
  const seconds = (performance.now() - begunMs) / 1000
  const after = { ...(await seen()), cpuS: await sender.cpuS(), dropped: await sender.dropped() }
  if (after.ended > 0) throw new Error(`${after.ended} viewers were cut off`)
  const megabytes = (after.bytes - before.bytes) / 1e6
  const cpuS = after.cpuS - before.cpuS
  const share = megabytes / ((CROWD * KBIT_PER_S * seconds) / 8000)
  return { cpu: cpuS / seconds, cpuPerMb: cpuS / megabytes, share, dropped: after.dropped - before.dropped }
}

async function measure(server: BenchServer) {
  const look = async () => ({
    bytes: await server.metric('fleetglass_stream_bytes'),
    dropped:
      (await server.metric('fleetglass_recorder_frames_dropped_total')) +
      (await server.metric('fleetglass_stream_frames_dropped_total')) +
      (await server.metric('fleetglass_viewer_frames_dropped_total')),
    disk: server.recordedBytes(),
    cpuS: server.cpuS(),
  })
  const before = await look()
  const begunMs = performance.now()
  await pause(MEASURED_MS)
  const seconds = (performance.now() - begunMs) / 1000
  const after = await look()
  const streamBytes = after.bytes - before.bytes
  return {
    cpu: (after.cpuS - before.cpuS) / seconds,
    dropped: after.dropped - before.dropped,
    streamBytes,
    diskBytes: after.disk - before.disk,
    mbitPerS: (streamBytes * 8) / 1e6 / seconds,
  }
}

function accountOf(n: number): string {
  return n === 0 ? 'admin' : `viewer${n}`
}

/** Copies of the administrator, beside the server: one account may not open so many streams. */
async function addAccounts(server: BenchServer, count: number): Promise<void> {
  const database = new Database(server.databaseFile)
  const add = database.prepare(`INSERT INTO users (name, password_hash, permission, group_id, map_location)
    SELECT ?, password_hash, permission, group_id, map_location FROM users WHERE name = 'admin'`)
  for (let n = 1; n < count; n++) add.run(accountOf(n))
  database.close()
}

function addressOf(device: number, user: string): string {
  const password = hashPassword(CHILD_PASSWORD)
  return liveStreamAddress({ deviceid: String(FIRST_TERMINAL + device), channel: 1, user, password })
}

function start(script: string, ...args: readonly (number | string)[]): ChildProcess {
  return pinned(LOAD_CORE, [join(import.meta.dirname, 'video', script), ...args.map(String)], true)
}

/** The next message of a child. */
function said<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the load ended with code ${code}`)))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 60_000
  while (!(await ask())) {
    if (performance.now() > endMs) throw new Error(`waited in vain until ${what}`)
    await pause(250)
  }
}
