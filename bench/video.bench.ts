import type { ChildProcess } from 'node:child_process'
import { type ReceivedMedia, StreamClient } from '../apps/server/test/stream-client.ts'
import { type MeasuredServer, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { pause, percentile, said, startScript, until } from './video/children.ts'

const FIRST_TERMINAL = 13_600_000_001
const CAMERAS = 50
const VIEWERS = 50
const WARM_UP_MS = 4_000
const MEASURED_MS = 20_000
const SEEKS = 50
const SEEK_PERIOD_MS = 100
/** The histogram holds the times between ticks of a timer of this length, not what they are late by. */
const LOOP_TIMER_MS = 10

/** Cameras recorded and watched: server and load apart, one core each. */
export const bench: Bench = {
  name: 'video: recorded and watched',
  run: recordedAndWatched,
}

async function recordedAndWatched(report: (row: BenchRow) => void): Promise<void> {
  const server = await startServerWith({ devices: CAMERAS, firstTerminal: FIRST_TERMINAL, records: true })
  const cameras = startScript('publishers.ts', [server.ports.signalling, CAMERAS, FIRST_TERMINAL])
  let viewers: ChildProcess | null = null
  try {
    await said(cameras)
    await until('all cameras send', async () => (await server.metric('fleetglass_streams_playing')) === CAMERAS)
    viewers = startScript('viewers.ts', [server.ports.streams, VIEWERS, FIRST_TERMINAL, CAMERAS])
    await said(viewers)
    await until('all viewers watch', async () => (await server.metric('fleetglass_viewers')) === VIEWERS)
    await pause(WARM_UP_MS)
    const { cpu, dropped, holes, mbitPerS, framesPerS, loopMs } = await measure(server, viewers)
    const nothingDropped = dropped === 0 && holes === 0
    report({
      what: `${CAMERAS} publishers of 1 Mbit/s recorded, ${VIEWERS} viewers`,
      value: cpu * 100,
      unit: '% of a core',
      bar: '≤ 50 %, nothing dropped',
      holds: cpu <= 0.5 && nothingDropped && mbitPerS > CAMERAS * 0.95 && framesPerS > VIEWERS * 14,
      note: `${dropped} frames dropped, ${holes} holes at the viewers, ${mbitPerS.toFixed(0)} Mbit/s in, ${Math.round(framesPerS)} frames/s to viewers, ${server.rssMb().toFixed(0)} MB, loop delay p99 ${loopMs.toFixed(1)} ms`,
    })
    await seeks(server.ports.streams, report)
  } finally {
    for (const child of [viewers, cameras]) child?.kill('SIGKILL')
    await server.close()
  }
}

/** From the command to the first picture, while the cameras go on sending. */
async function seeks(port: number, report: (row: BenchRow) => void): Promise<void> {
  const endMs = Date.now() - 2_000
  const parameters = { type: 'lopb', deviceid: FIRST_TERMINAL, channel: 1, spbtime: (endMs - MEASURED_MS) / 1000 }
  const viewer = await StreamClient.open(port, parameters)
  await viewer.until(() => viewer.video.length > 0, 'a picture')
  const tookMs: number[] = []
  for (let n = 0; n < SEEKS; n++) {
    // A hand on a slider; faster ones are refused.
    await pause(SEEK_PERIOD_MS)
    const before = viewer.media.length
    const begunMs = performance.now()
    viewer.say({ cmd: 'seek', time: (endMs - Math.random() * MEASURED_MS) / 1000 })
    const isFirst = (message: ReceivedMedia, at: number): boolean => at >= before && message.discontinuity
    await viewer.until(() => viewer.media.some(isFirst), 'the picture of the seek')
    tookMs.push((viewer.media.find(isFirst)?.arrivedMs ?? Number.NaN) - begunMs)
  }
  await viewer.close()
  const p95 = percentile(tookMs, 0.95)
  report({
    what: `first picture of a seek, p95 of ${SEEKS}, while ${CAMERAS} cameras are recorded and watched`,
    value: p95,
    unit: 'ms',
    bar: '≤ 100 ms',
    holds: p95 <= 100,
    note: `median ${percentile(tookMs, 0.5).toFixed(1)} ms, worst ${Math.max(...tookMs).toFixed(1)} ms`,
  })
}

interface Seen {
  readonly frames: number
  readonly holes: number
}

async function measure(server: MeasuredServer, viewers: ChildProcess) {
  const seen = (): Promise<Seen> => {
    viewers.send('report')
    return said(viewers)
  }
  const before = { seen: await seen(), bytes: await server.metric('fleetglass_stream_bytes') }
  const droppedBefore = await droppedFrames(server)
  // Any reading of the metrics begins a new histogram of the loop's delay.
  const cpuBefore = server.cpuS()
  const begunMs = performance.now()
  await pause(MEASURED_MS)
  const seconds = (performance.now() - begunMs) / 1000
  const cpu = (server.cpuS() - cpuBefore) / seconds
  const loopMs = (await server.metric('nodejs_eventloop_lag_p99_seconds')) * 1000 - LOOP_TIMER_MS
  const after = { seen: await seen(), bytes: await server.metric('fleetglass_stream_bytes') }
  return {
    cpu,
    dropped: (await droppedFrames(server)) - droppedBefore,
    holes: after.seen.holes - before.seen.holes,
    framesPerS: (after.seen.frames - before.seen.frames) / seconds,
    mbitPerS: ((after.bytes - before.bytes) * 8) / 1e6 / seconds,
    loopMs,
  }
}

async function droppedFrames(server: MeasuredServer): Promise<number> {
  const names = ['recorder_frames_dropped_total', 'viewer_frames_dropped_total', 'stream_frames_dropped_total']
  const counts = await Promise.all(names.map((name) => server.metric(`fleetglass_${name}`)))
  return counts.reduce((sum, count) => sum + count, 0)
}
