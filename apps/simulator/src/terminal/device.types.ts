import type { CameraSettings } from '../camera/index.ts'
import type { Vehicle } from '../drive/index.ts'
import type { Transport } from '../options.ts'
import type { TimerWheel } from '../platform/clock/index.ts'
import type { Identity } from './identity.ts'

/** Where the vehicle is at a moment, before it goes into a frame. */
export interface DevicePosition {
  /** Unix seconds UTC. */
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedKmh: number
  readonly headingDeg: number
  readonly accOn: boolean
  /** Metres since the vehicle was new. */
  readonly odometerM: number
}

/** All that a device needs from the fleet it belongs to. */
export interface DeviceSetup {
  readonly index: number
  readonly identity: Identity
  readonly vehicle: Vehicle
  readonly wheel: TimerWheel
  readonly host: string
  readonly port: number
  /** FTP, for files that it brings on its own. */
  readonly filesPort: number
  readonly transport: Transport
  readonly intervalS: number
  /** When it connects for the first time, unix ms. */
  readonly startMs: number
  readonly utcOffsetS: number
  /** 0 for a device without cameras. */
  readonly channels: number
  readonly camera: CameraSettings | null
  readonly recordedSinceS: number
  readonly seed: number
  readonly outboxCapacity: number
}

/** Counted since the start; `stats()` of the fleet adds them up. */
export interface DeviceCounters {
  connects: number
  disconnects: number
  positionsSent: number
  positionsAcknowledged: number
  commandsAnswered: number
  badFrames: number
}
