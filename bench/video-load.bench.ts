// As much video as one core bears: channels that are recorded, and then watched as well.
import type { ChildProcess } from 'node:child_process'
import { type MeasuredServer, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { pause, said, startScript, until } from './video/children.ts'
import { accountOf, addAccounts, addressOf, VIEWERS_PER_ACCOUNT } from './video/crowds.ts'

const FIRST_TERMINAL = 13_700_000_001
const KBIT_PER_S = 600
const PUBLISHERS = 300
const VIEWERS = 300
const WARM_UP_MS = 4_000
const MEASURED_MS = 15_000

export const bench: Bench = { name: 'video: what one core bears', run: recorded }

/** Publishers received and recorded, then watched as well. */
async function recorded(report: (row: BenchRow) => void): Promise<void> {
  const server = await startServerWith({ devices: PUBLISHERS, firstTerminal: FIRST_TERMINAL, records: true })
  const publishers = startScript('publishers.ts', [server.ports.signalling, PUBLISHERS, FIRST_TERMINAL, KBIT_PER_S])
  let crowd: ChildProcess | null = null
  try {
    await said(publishers)
    await until('all cameras send', async () => (await server.metric('fleetglass_streams_playing')) === PUBLISHERS)
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
    addAccounts(server, 2)
    const paths = Array.from({ length: VIEWERS }, (_, n) =>
      addressOf(FIRST_TERMINAL + n, accountOf(Math.floor(n / VIEWERS_PER_ACCOUNT))),
    )
    crowd = startScript('crowd.ts', ['plain', server.ports.streams, VIEWERS, ...paths])
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

async function measure(server: MeasuredServer) {
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
