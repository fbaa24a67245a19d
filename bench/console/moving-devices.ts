import { LOAD_CORE, type MeasuredServer, pinned } from '../../tools/site/server-process.ts'
import type { LoadOrder } from '../gateway/position-load.ts'

/** Seconds between two positions of a device, each at another place. */
export const REPORT_EVERY_S = 10

const LONGEST_S = 900

/** Starts devices that are all online and all move; resolves when each was let in. */
export async function startMovingDevices(
  { ports }: MeasuredServer,
  devices: number,
  firstTerminal: number,
): Promise<{ stop(): void }> {
  const order: LoadOrder = {
    port: ports.signalling,
    connections: devices,
    firstTerminal,
    introduce: true,
    firstTimeS: Math.floor(Date.now() / 1000),
    window: 100,
    ratePerConnection: 1 / REPORT_EVERY_S,
    seconds: LONGEST_S,
    connectRate: 1_000,
  }
  const child = pinned(LOAD_CORE, ['bench/gateway/position-load.ts', JSON.stringify(order)], true)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the devices ended with ${code}`)))
  })
  child.send('go')
  return { stop: () => void child.kill('SIGKILL') }
}

/** Positions a second at the server over some time; throws when it is less than 0.9 of the rate that the bench claims. */
export async function positionRate(server: MeasuredServer, devices: number, seconds: number): Promise<number> {
  const before = await server.metric('fleetglass_positions_total')
  const startedMs = performance.now()
  await new Promise((wake) => setTimeout(wake, seconds * 1000))
  const rate = ((await server.metric('fleetglass_positions_total')) - before) / ((performance.now() - startedMs) / 1000)
  const wanted = devices / REPORT_EVERY_S
  if (rate < wanted * 0.9) throw new Error(`${rate.toFixed(0)} positions/s arrived, ${wanted} were to be measured`)
  return rate
}
