// Looking back at what a recorder has stored itself: from a seek to its first picture.
import { type ReceivedMedia, StreamClient } from '../apps/server/test/stream-client.ts'
import { startFleet } from '../apps/simulator/src/index.ts'
import { startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { pause, percentile, until } from './video/children.ts'

const TERMINAL = 13_600_000_001
const SEEKS = 30
/** A hand on a slider. */
const SEEK_PERIOD_MS = 150
/** The longest that is played at a time (REPB-33). */
const PART_S = 1800
/** Pictures of where it was before may still be on their way: the one of the seek is this near to where it goes. */
const NEAR_MS = 10_000
const BAR_MS = 2_000

export const bench: Bench = { name: 'video: looked back on a recorder', run: lookBack }

async function lookBack(report: (row: BenchRow) => void): Promise<void> {
  const server = await startServerWith({ devices: 1, firstTerminal: TERMINAL })
  const { signalling, streams } = server.ports
  const fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: signalling,
    vehicles: 1,
    channels: 1,
    firstTerminalId: String(TERMINAL),
  })
  try {
    await until('the recorder is online', async () => fleet.devices[0]?.state === 'online')
    const startS = Math.floor(Date.now() / 1000) - 4 * PART_S
    const part = { type: 'repb', deviceid: TERMINAL, channel: 1, main: 1, spbtime: startS, duration: PART_S }
    const viewer = await StreamClient.open(streams, part)
    await viewer.until(() => viewer.video.length > 0, 'a picture')
    const tookMs: number[] = []
    for (let n = 0; n < SEEKS; n++) {
      await pause(SEEK_PERIOD_MS)
      // From one half of the part to the other, so that what comes is not what came before.
      const time = startS + ((n % 2) * PART_S) / 2 + Math.floor(Math.random() * (PART_S / 2 - 60))
      tookMs.push(await seek(viewer, time))
    }
    await viewer.close()
    const value = percentile(tookMs, 0.95)
    report({
      what: `first picture of a seek in what a recorder has stored, p95 of ${SEEKS}`,
      value,
      unit: 'ms',
      bar: `≤ ${BAR_MS} ms`,
      holds: value <= BAR_MS,
      note: `median ${percentile(tookMs, 0.5).toFixed(1)} ms, worst ${Math.max(...tookMs).toFixed(1)} ms`,
    })
  } finally {
    await fleet.close()
    await server.close()
  }
}

async function seek(viewer: StreamClient, timeS: number): Promise<number> {
  const before = viewer.media.length
  const begunMs = performance.now()
  viewer.say({ cmd: 'seek', time: timeS })
  const isFirst = ({ kind, timestampMs }: ReceivedMedia, at: number): boolean =>
    at >= before && kind === 'video' && Math.abs(timestampMs - timeS * 1000) < NEAR_MS
  await viewer.until(() => viewer.media.some(isFirst), 'the picture of the seek')
  return (viewer.media.find(isFirst)?.arrivedMs ?? Number.NaN) - begunMs
}
