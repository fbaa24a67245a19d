import type { Message, Position } from '@fleetglass/jt808'
import type { DeviceReport } from '../ports/device-state/index.ts'
import type { CommitWaiter, TrackPoint } from '../ports/position-log/index.ts'
import type { RegisteredDevice } from '../services/directory/index.ts'
import type { Place } from '../services/events/index.ts'
import type { MultimediaBody } from './uploads/index.ts'

/** When and where a position was, and how it came. */
export interface PositionSeen {
  /** The device's time of the position where its clock is right, else that of its arrival. */
  readonly timeS: number
  readonly place: Place | null
  /** From the device's memory: 0x0704. */
  readonly isStored: boolean
}

/** A position of a registered device on its way through the pipeline. */
export interface PositionArrival extends PositionSeen {
  readonly device: RegisteredDevice
  readonly position: Position
  /** What it says of the present. */
  readonly report: DeviceReport
  /** `null` when there is nothing to store: not located, or no place on the globe. */
  readonly point: TrackPoint | null
}

/**
 * `ignored`: there is nothing to wait for. `taken`: the waiter is called when all that the position led to is on disk.
 * `full`: the same, and the log takes no more until it is drained.
 */
export type PositionOutcome = 'ignored' | 'taken' | 'full'

/**
 * What the gateway reports of devices. A promise ends when what a report led to is on disk, `null` when it led to nothing; the
 * device's message is not acknowledged before.
 */
export interface DeviceReports {
  /** `edition` of JT/T 808. */
  connected(deviceId: string, registered: boolean, edition: string): void
  disconnected(deviceId: string): void
  /** The device is connected from this address. */
  seenAt(device: RegisteredDevice, address: string): void
  /** The device agreed to restart. */
  restarts(device: RegisteredDevice): void
  message(device: RegisteredDevice, message: Message): Promise<void> | null
  /**
   * A picture, sound or clip that nobody waits for, made at `fileS` unix seconds. `true` when it is on the disk, or never will be.
   */
  multimedia(device: RegisteredDevice, media: MultimediaBody, fileS: number | null): Promise<boolean>
  position(arrival: PositionArrival, waiter: CommitWaiter, token: number): PositionOutcome
}
