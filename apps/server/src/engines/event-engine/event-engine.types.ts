import type { Message, Position } from '@fleetglass/jt808'
import type { Database } from '../../platform/database/index.ts'
import type { RegisteredDevice } from '../registry/index.ts'

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

/** `new`: it began or happened; `cover`: what had begun is over. */
export type Change = 'new' | 'cover'

export interface Place {
  readonly latE6: number
  readonly lngE6: number
  readonly speedKmh: number
}

/** Something that happened to a device, as it is kept and told. */
export interface DeviceEvent {
  readonly change: Change
  readonly deviceKey: number
  readonly deviceId: string
  /** Unix seconds UTC. */
  readonly timeS: number
  readonly code: number
  readonly name: string
  readonly memo: string
  readonly call: boolean
  readonly place: Place | null
  /** It was received after something newer of this device, or from its memory (0x0704). */
  readonly late: boolean
}

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

/** Writes what belongs to events in their transaction: neither is on disk without the other. May be called again after a failure. */
export type Alongside = (tables: Pick<Database, 'tables'>) => Promise<void>

/** Makes events of what devices report, keeps them, and tells them on the bus. */
export interface EventEngine extends DeviceSignals {
  /** Nothing is taken now: what brings events is not to be acknowledged. */
  readonly isFull: boolean
  /** Keeps and tells events that were judged elsewhere, all at once. Resolves when they are on disk, rejects when they are not taken. */
  raise(events: readonly DeviceEvent[], alongside: Alongside): Promise<void>
  /** Somebody asked for footage of a device (MP4-36). Resolves when the event is on disk, rejects when it is not taken. */
  footageWanted(device: RegisteredDevice, memo: string): Promise<void>
  /** Writes what waits; idempotent. */
  close(): Promise<void>
}
