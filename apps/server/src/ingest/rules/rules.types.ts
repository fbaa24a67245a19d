import type { Position } from '@fleetglass/jt808'
import type { RuleBook } from '../../services/areas/index.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'

/** Keeps rules, and judges positions by them. */
export interface Rules extends RuleBook {
  /** Ends when the events of the position are on disk; `null` when there are none and the device is known. */
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  /** Writes what is known of each device; idempotent. */
  close(): Promise<void>
}

/** When a vehicle drives too fast, and when it stands for too long with its engine on; 0 is never. */
export interface Limits {
  readonly overspeedKmh: number
  readonly idleMinutes: number
}
