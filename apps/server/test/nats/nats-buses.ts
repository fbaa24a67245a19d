// Buses over the NATS server of the run, for the suites of the bus and of the ports.
import { randomUUID } from 'node:crypto'
import { createManualClock } from '@fleetglass/testkit'
import { onTestFinished } from 'vitest'
import { createNatsBus, type NatsBus, type NatsBusDeps } from '../../src/platform/bus/index.ts'
import type { Clock } from '../../src/platform/clock/index.ts'
import { natsProgram, sharedNatsPort } from './nats-server.ts'

export const program = natsProgram()

/** The implementation where NATS is installed; the suites are registered for those that are there. */
export function whereNats<T>(implementation: T): { 'over NATS'?: T } {
  return program === null ? {} : { 'over NATS': implementation }
}

/** Subjects begin with a word of their own: the files of a run share the server. */
export function natsDeps(port: number, clock: Clock, over: Partial<NatsBusDeps> = {}): NatsBusDeps {
  const noCredentials = { user: '', password: '', token: '', credentialsFile: '' }
  const server = { servers: [`127.0.0.1:${port}`], isTls: false, caFile: '', name: 'test', ...noCredentials }
  const onError = (error: unknown, subject: string): void => {
    process.stderr.write(`${subject}: ${String(error)}\n`)
  }
  return { clock, server, prefix: `test-${randomUUID()}`, onError, ...over }
}

/** Settings of a server whose bus is the NATS server of the run. */
export async function natsOfRun(): Promise<{ readonly bus: string; readonly busPrefix: string }> {
  if (program === null) throw new Error('NATS is not installed (apt-get install nats-server)')
  return { bus: `nats://127.0.0.1:${await sharedNatsPort(program)}`, busPrefix: `test-${randomUUID()}` }
}

export interface TwoNodes {
  /** The node that holds devices, and one that asks: two connections. */
  readonly far: NatsBus
  readonly near: NatsBus
  /** Everything that is on its way between them has arrived, and what followed from it too. */
  settle(): Promise<void>
}

/** Closed at the end of the test. */
export async function twoNodes(clock: Clock = createManualClock(), over: Partial<NatsBusDeps> = {}): Promise<TwoNodes> {
  const deps = natsDeps(await sharedNatsPort(program ?? ''), clock, over)
  const [far, near] = await Promise.all([createNatsBus(deps), createNatsBus(deps)])
  onTestFinished(async () => {
    await Promise.all([far.close(), near.close()])
  })
  return { far, near, settle: () => settleBuses([far, near]) }
}

/** Each round carries a message one hop further; the longest exchange has an order, a request, an answer and what it begins. */
export async function settleBuses(buses: readonly NatsBus[]): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await Promise.all(buses.map((bus) => bus.flush()))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
