import type { Message, Position } from '@fleetglass/jt808'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { Alongside, DeviceEvent, FootageEvents } from '../../services/events/index.ts'
import type { PositionSeen } from '../device-reports.types.ts'

/** Why there is an event: what a device told, and which number of the catalogue that is. */
export interface Cause {
  /** Tells causes of one device apart: two causes may have the same number. What stands before the colon is who told it. Empty: told each time. */
  readonly key: string
  /** A number of the catalogue. */
  readonly code: number
  /** Empty: the label of the catalogue says it. */
  readonly name: string
  readonly memo: string
  /** Somebody in the vehicle asks to be spoken to. */
  readonly call: boolean
}

/** Makes events of what devices report, keeps them, and tells them on the bus. */
export interface EventEngine extends FootageEvents {
  /** Ends when the alarms of the position are on disk; `null` when it has none. */
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  /** The same of a message. */
  message(device: RegisteredDevice, message: Message): Promise<void> | null
  /** The device is connected from this address. */
  seenAt(device: RegisteredDevice, address: string): void
  /** The device agreed to restart. */
  restarts(device: RegisteredDevice): void
  /** Nothing is taken now: what brings events is not to be acknowledged. */
  readonly isFull: boolean
  /** Keeps and tells events that were judged elsewhere, all at once. Resolves when they are on disk, rejects when they are not taken. */
  raise(events: readonly DeviceEvent[], alongside: Alongside): Promise<void>
  /** Writes what waits; idempotent. */
  close(): Promise<void>
}
