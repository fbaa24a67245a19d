// The rules with a real database and real events, and devices that have nothing but a key: for a bench of their own cost.
import type { Position } from '@fleetglass/jt808'
import { migrations } from '../../migrations/index.ts'
import { createEventEngine } from '../../src/ingest/alarms/index.ts'
import type { PositionSeen } from '../../src/ingest/device-reports.types.ts'
import { createPositionPipeline } from '../../src/ingest/position-pipeline.ts'
import { createRules, type Rules } from '../../src/ingest/rules/index.ts'
import { createInProcessBus } from '../../src/platform/bus/index.ts'
import { type Clock, systemClock } from '../../src/platform/clock/index.ts'
import { type Database, openDatabase } from '../../src/platform/database/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics/index.ts'
import { createRuleBook, type RuleBook } from '../../src/services/areas/index.ts'
import type { RegisteredDevice, RegistryChange } from '../../src/services/directory/index.ts'
import { createEventWriter, type DeviceEvent, type EventWriter } from '../../src/services/events/index.ts'

export interface RulesAlone {
  readonly rules: RuleBook
  readonly evaluation: Pick<Rules, 'close'>
  readonly events: Pick<EventWriter, 'close' | 'append'>
  readonly database: Database
  readonly metrics: Metrics
  device(key: number): RegisteredDevice
  /** A position through the pipeline; answers what its acknowledgement waits for. */
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  /** As the registry does it: the device is there no longer. */
  removeDevice(key: number): void
  /** Ends with everything on disk. */
  close(): Promise<void>
}

export interface RulesSite {
  readonly clock?: Clock
  /** Keys of devices that are not registered. */
  readonly unregistered?: readonly number[]
  /** Receives each line of the log. */
  readonly logLine?: (line: string) => void
  /** Called when states could not be written. */
  readonly failed?: (error: Error) => void
}

/** `told`: called with each event once it is on disk. */
export async function startRulesAlone(
  location: string,
  received: (event: DeviceEvent) => void,
  { clock = systemClock, unregistered = [], logLine, failed = fail }: RulesSite = {},
): Promise<RulesAlone> {
  const database = await openDatabase({ location, migrations, clock, onFailure: fail })
  const metrics = createMetrics()
  const bus = createInProcessBus({ clock, onError: fail })
  const device = (key: number) =>
    ({ key, deviceId: String(key), utcOffsetMinutes: 480, eventRetentionDays: 0 }) as never
  const listeners = new Set<(change: RegistryChange) => void>()
  const registry = {
    byId: () => undefined,
    byKey: (key: number) => (unregistered.includes(key) ? undefined : device(key)),
    all: () => [],
    onChange(listener: (change: RegistryChange) => void) {
      listeners.add(listener)
      return { close: () => listeners.delete(listener) }
    },
  } as never
  const fleet = { get: () => undefined, onChange: () => ({ close() {} }) } as never
  const log = createLog(logLine ? 'info' : 'silent', { write: (line) => logLine?.(line) })
  const shared = { clock, log, metrics, database, registry, failed }
  const stored = (written: readonly DeviceEvent[]) => written.forEach(received)
  const events = createEventWriter({ clock, metrics, database, isHidden: () => false, stored, failed })
  const alarms = createEventEngine({ clock, metrics, registry, fleet, writer: events })
  const rules = await createRuleBook({ clock, log, database, bus })
  const evaluation = await createRules({ ...shared, rules, events, limits: { overspeedKmh: 100, idleMinutes: 10 } })
  const pipeline = createPositionPipeline({
    deviceState: { publish: () => null },
    rules: evaluation,
    alarms,
    relay: { position: () => null },
    positions: { append: () => true },
  })
  return {
    rules,
    evaluation,
    events,
    database,
    metrics,
    device,
    position(from, position, seen) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiter = { committed: (_: number, error?: Error) => (error ? reject(error) : resolve()) }
      const arrival = { device: from, position, ...seen, report: {}, point: null }
      return pipeline.take(arrival, waiter, 0) === 'ignored' ? null : promise
    },
    removeDevice(key) {
      for (const listener of listeners) listener({ kind: 'removed', device: device(key) })
    },
    async close() {
      await evaluation.close()
      await rules.close()
      alarms.close()
      await events.close()
      await bus.close()
      metrics.close()
      await database.close()
    },
  }
}

const fail = (error: unknown): void => {
  throw error
}
