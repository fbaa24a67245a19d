// The rules with a real database and real events, and devices that have nothing but a key: for a bench of their own cost.
import { migrations } from '../migrations/index.ts'
import { createEventEngine, type DeviceEvent, onStoredEvent } from '../src/engines/event-engine/index.ts'
import type { RegisteredDevice } from '../src/engines/registry/index.ts'
import { createRules, type Rules } from '../src/engines/rules/index.ts'
import { createInProcessBus } from '../src/platform/bus/index.ts'
import { type Clock, systemClock } from '../src/platform/clock/index.ts'
import { openDatabase } from '../src/platform/database/index.ts'
import { createLog } from '../src/platform/log/index.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'

export interface RulesAlone {
  readonly rules: Rules
  device(key: number): RegisteredDevice
  /** Ends with everything on disk. */
  close(): Promise<void>
}

/** `told`: called with each event once it is on disk. */
export async function startRulesAlone(
  location: string,
  told: (event: DeviceEvent) => void,
  clock: Clock = systemClock,
): Promise<RulesAlone> {
  const failed = (error: unknown): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock, onFailure: failed })
  const metrics = createMetrics()
  const bus = createInProcessBus({ clock, onError: failed })
  const device = (key: number) => ({ key, deviceId: String(key), utcOffsetMinutes: 480, eventdays: 0 }) as never
  const registry = { byId: () => undefined, byKey: device, all: () => [], onChange: () => ({ close() {} }) } as never
  const fleet = { get: () => undefined, onChange: () => ({ close() {} }) } as never
  const shared = { clock, log: createLog('silent'), metrics, database, registry, failed }
  const events = createEventEngine({ ...shared, bus, fleet, defaultDays: 365 })
  const rules = await createRules({ ...shared, events, limits: { overspeedKmh: 100, idleMinutes: 10 } })
  onStoredEvent(bus, told)
  return {
    rules,
    device,
    async close() {
      await rules.close()
      await events.close()
      await bus.close()
      metrics.close()
      await database.close()
    },
  }
}
