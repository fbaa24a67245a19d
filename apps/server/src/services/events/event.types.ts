import type { Database } from '../../platform/database/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'

/** `new`: it began or happened; `cover`: what had begun is over. */
export type Change = 'new' | 'cover'

export interface Place {
  readonly latE6: number
  readonly lngE6: number
  readonly speedKmh: number
}

/** Something that happened to a device, as it is stored and published. */
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
  /** The server detected it; the device did not report it. */
  readonly byServer?: boolean
  /** Its plan keeps it out of lists. */
  readonly hidden?: boolean
  /** The fence that was crossed. */
  readonly fenceName?: string
  /** Number of the alarm of active safety: files of this alarm belong to it. */
  readonly alarm?: string
}

/** An event that is on disk. */
export interface NumberedEvent extends DeviceEvent {
  /** Grows with each event of the server. */
  readonly serial: number
}

/** Writes what belongs to events in their transaction: neither is on disk without the other. May be called again after a failure. */
export type Alongside = (tables: Pick<Database, 'tables'>) => Promise<void>

/**
 * Returns what is written with events that are stored now, in their transaction; `null`: nothing. It is called once for each event that is
 * stored, however often its write was tried.
 */
export type EventCompanion = (events: readonly NumberedEvent[]) => Alongside | null

/** Takes an event that a person caused. */
export interface FootageEvents {
  /** A user requested footage of a device (MP4-36). Resolves when the event is on disk, rejects when it is not taken. */
  footageWanted(device: RegisteredDevice, memo: string): Promise<void>
}
