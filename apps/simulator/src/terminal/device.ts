import type { Faults } from '../scenarios/faults.ts'

export type DeviceState = 'waiting' | 'connecting' | 'registering' | 'authenticating' | 'online' | 'off'

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

/** One recorder in one vehicle. */
export declare class SimulatedDevice {
  /** Digits without leading zeros, as a server shows them. */
  readonly terminalId: string
  readonly channels: number
  readonly plate: string
  get state(): DeviceState
  /** Change fields at any time; see `Faults`. */
  setFault<N extends keyof Faults>(name: N, value: Faults[N]): void
  positionAt(timeMs: number): DevicePosition
  /** Streams that run now, live and playback, by channel. */
  get liveChannels(): readonly number[]
  /** Last text of 0x8300. */
  get lastText(): string | null
  /** Device times (unix seconds UTC) of points the server has acknowledged; kept only after this was set to true. */
  keepAcknowledged: boolean
  get acknowledgedTimesS(): readonly number[]
  close(): Promise<void>
}
