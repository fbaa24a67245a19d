import { join } from 'node:path'
import { startServerChild } from '../apps/server/test/recordings/server-child.ts'
import { LOAD_CORE, type MeasuredServer, pinned, SERVER_CORE, startServerWith } from '../tools/site/server-process.ts'
import type { Bench, BenchRow } from './bench.ts'
import { lostPositions } from './tracks/lost-positions.ts'
import { type MadeStore, openTrackStore } from './tracks/store.ts'
import { askAs, trackRows } from './tracks/track-rows.ts'

/**
 * `npm run bench -- tracks` queries a store of two days; `-- tracks --days=31 --store=/tmp/tracks-bench` makes one of 134 million
 * points in that folder, or takes the one that lies there.
 */
const days = Number(process.env.FLEETGLASS_BENCH_DAYS ?? 2)
const storedIn = process.env.FLEETGLASS_BENCH_STORE ?? null
const VEHICLES = 500

/** A month of 500 vehicles: its queries, its size, and that nothing acknowledged is lost. */
export const bench: Bench = {
  name: `tracks (${VEHICLES} vehicles, ${days} days)`,
  async run(report) {
    const store = await openTrackStore({ vehicles: VEHICLES, days, storedIn })
    report(bytesRow(store))
    const settings = { 'max-licence': 20_000, 'log-level': 'info' }
    const server = await startServerChild({ data: store.data, core: SERVER_CORE, settings })
    try {
      const site = { server, store, days, vehicles: VEHICLES, ask: askAs(server) }
      for (const row of trackRows) report(await row(site))
    } finally {
      await server.stop()
      store.close()
    }
    report(await killed())
  },
}

function bytesRow({ points, bytes }: MadeStore): BenchRow {
  return {
    what: 'bytes of a stored point, its place in the tree and its share of the sums included',
    value: bytes / points,
    unit: 'bytes',
    bar: '≤ 40',
    holds: bytes / points <= 40,
    note: `${points.toLocaleString('en-US').replaceAll(',', ' ')} points, ${(bytes / 1e9).toFixed(2)} GB`,
  }
}

/** 30,000 positions a second on one core, and SIGKILL in the middle. */
async function killed(): Promise<BenchRow> {
  const fleet = { devices: 1_000, firstTerminal: 13_900_000_001 }
  const server: MeasuredServer = await startServerWith(fleet)
  try {
    const firstTimeS = Math.floor(Date.now() / 1000) - 6 * 3600
    const order = {
      port: server.ports.signalling,
      connections: fleet.devices,
      firstTerminal: fleet.firstTerminal,
      firstTimeS,
      window: 4_096,
      ratePerConnection: 30,
      atOnce: 3,
      seconds: 12,
      connectRate: 2_000,
    }
    const script = join(import.meta.dirname, 'gateway/position-load.ts')
    const load = pinned(LOAD_CORE, [script, JSON.stringify(order)], true)
    const next = <T>(): Promise<T> => new Promise((resolve) => load.once('message', (message) => resolve(message as T)))
    await next()
    load.send('go')
    const reported = next<{ sent: number; acknowledgedEach: number[] }>()
    const cpuBefore = server.cpuS()
    const begunMs = performance.now()
    await pause(10_000)
    const cpuS = server.cpuS() - cpuBefore
    await server.kill()
    const seconds = (performance.now() - begunMs) / 1000
    const { sent, acknowledgedEach } = await reported
    const acknowledged = acknowledgedEach.reduce((sum, count) => sum + count, 0)
    const lost = lostPositions(server.databaseFile, {
      firstTerminal: fleet.firstTerminal,
      firstTimeS,
      acknowledgedEach,
    })
    return {
      what: 'positions acknowledged a second until SIGKILL, 30 000/s offered, one core',
      value: acknowledged / seconds,
      unit: '1/s',
      bar: '≥ 29 000/s, none lost',
      holds: acknowledged / seconds >= 29_000 && lost === 0,
      note: `${lost} acknowledged and not in the database of the killed server, ${sent - acknowledged} sent and not acknowledged; ${(cpuS / seconds).toFixed(2)} of a core`,
    }
  } finally {
    await server.close()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
