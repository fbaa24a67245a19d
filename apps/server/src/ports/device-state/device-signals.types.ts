import type { Message, Position } from '@fleetglass/jt808'
import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { Place } from '../../services/events/index.ts'

/** When and where a position was, and how it came. */
export interface PositionSeen {
  /** The device's time of the position where its clock is right, else that of its arrival. */
  readonly timeS: number
  readonly place: Place | null
  /** From the device's memory: 0x0704. */
  readonly isStored: boolean
}

/**
 * What the gateway hears and the engine makes events of. Each answers a promise that ends when the events are on disk, `null`
 * when there is none; the device's message is not acknowledged before.
 */
export interface DeviceSignals {
  position(device: RegisteredDevice, position: Position, seen: PositionSeen): Promise<void> | null
  message(device: RegisteredDevice, message: Message): Promise<void> | null
  /** The device has a line from this address. */
  seenAt(device: RegisteredDevice, address: string): void
  /** The device agreed to restart. */
  restarts(device: RegisteredDevice): void
}
