import { spawn } from 'node:child_process'
import { CHILD_PASSWORD } from '../../apps/server/test/recordings/server-child.ts'
import { startServerWith } from '../../tools/site/server-process.ts'
import { until } from '../../tools/site/site.ts'

const FIRST_TERMINAL = 13_900_000_001

/** A server with many registered vehicles, all of which drive and report. */
export async function largeFleet(vehicles: number) {
  const server = await startServerWith({ devices: vehicles, firstTerminal: FIRST_TERMINAL })
  const script = 'bench/console/moving-fleet.ts'
  const fleet = spawn(
    process.execPath,
    [script, String(server.ports.signalling), String(vehicles), String(FIRST_TERMINAL)],
    { stdio: 'ignore' },
  )
  const reported = async () => (await server.metric('fleetglass_positions_total')) >= vehicles
  await until('every vehicle has reported', reported, 180_000)
  return {
    password: CHILD_PASSWORD,
    url: (path: string) => `http://127.0.0.1:${server.ports.http}${path}`,
    async close() {
      fleet.kill('SIGTERM')
      await server.close()
    },
  }
}
