import type { Message, Position } from '@fleetglass/jt808'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'

/** The reason of an event: the condition that a device reported, and its event code. */
export interface Cause {
  /** Identifies the cause within a device, because two causes may have the same code. The part before the colon is the reporting group. Empty: every report raises an event. */
  readonly key: string
  /** The event code. */
  readonly code: number
  /** Empty: the label of the catalogue applies. */
  readonly name: string
  readonly memo: string
  /** The driver requests a call. */
  readonly call: boolean
  /** The number that the device gave an alarm of active safety; its files have it too. */
  readonly alarm?: string
}

/** Raises events from what devices report. */
export interface EventEngine {
  /** Resolves when the alarms of the position are on disk; `null` when it has none. */
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  /** The same of a message. */
  message(device: RegisteredDevice, message: Message): Promise<void> | null
  /** The device is connected from this address. */
  seenAt(device: RegisteredDevice, address: string): void
  /** The device accepted a restart. */
  restarts(device: RegisteredDevice): void
  /** Raises nothing more. Idempotent. */
  close(): void
}
