import type { Position } from '@fleetglass/jt808'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'

/** Evaluates positions against the saved rules. */
export interface Rules {
  /** Resolves when the events of the position are on disk; `null` when there are none and the device's state is stored. */
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  /** Writes the state of each device; idempotent. */
  close(): Promise<void>
}

/** Limits for overspeed and idling; 0 disables one. */
export interface Limits {
  readonly overspeedKmh: number
  readonly idleMinutes: number
}
