import type { DeviceSignals } from '../../ports/device-state/index.ts'
import type { RuleBook } from '../../services/areas/index.ts'

/** Keeps rules, and judges positions by them. */
export interface Rules extends RuleBook {
  /** What the gateway hears: a position is judged, then told on to `events`. */
  readonly signals: DeviceSignals
  /** Writes what is known of each device; idempotent. */
  close(): Promise<void>
}

/** When a vehicle drives too fast, and when it stands for too long with its engine on; 0 is never. */
export interface Limits {
  readonly overspeedKmh: number
  readonly idleMinutes: number
}
