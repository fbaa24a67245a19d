import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { PortRange } from '../../platform/config/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { DeviceLogWriter } from '../device-log/index.ts'
import type { TrafficMeter } from '../device-traffic/index.ts'
import type { DeviceSignals } from '../event-engine/index.ts'
import type { Fleet } from '../fleet/index.ts'
import type { Playbacks } from '../playbacks/index.ts'
import type { PositionLog } from '../position-log/index.ts'
import type { DeviceRegistry } from '../registry/index.ts'
import type { Streams } from '../streams/index.ts'
import type { Voices } from '../voice/index.ts'
import type { Uploads } from './files/files.types.ts'

export interface GatewayDeps {
  readonly clock: Clock
  readonly bus: Bus
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly fleet: Fleet
  readonly positions: PositionLog
  /** What becomes events. */
  readonly signals: DeviceSignals
  readonly streams: Streams
  /** What happens on the lines of registered devices. */
  readonly deviceLog: DeviceLogWriter
  readonly voices: Voices
  readonly playbacks: Playbacks
  readonly uploads: Uploads
  /** Counts what the lines of registered devices move. */
  readonly traffic: TrafficMeter
  readonly options: GatewayOptions
}

export interface GatewayOptions {
  readonly host: string
  /** JT/T 808, TCP and UDP on the same number; 0 lets the machine choose. */
  readonly signallingPort: number
  /** JT/T 1078, TCP and UDP on the same number; 0 lets the machine choose. */
  readonly mediaPort: number
  /** FTP, uploads only; 0 lets the machine choose. */
  readonly filesPort: number
  /** For its data connections. */
  readonly filesPassive: PortRange
  /** Host told to devices for their media; empty: the address their own control connection came in on. */
  readonly publicHost: string
  /** What becomes of a device nobody has added: shown as new, or turned away. */
  readonly admission: 'list' | 'refuse'
  /** Positions of a device nobody has added: answered with 1, so that the device keeps them, or acknowledged and dropped. */
  readonly newDevicePositions: 'keep' | 'drop'
  /** Which devices have to show the code they were given. */
  readonly authentication: DeviceCodes
  readonly limits?: Partial<GatewayLimits>
}

/** `open`: no code is required; `first-use`: of a device that has shown the code we gave it; `code`: of every registered device. */
export type AuthenticationMode = 'open' | 'first-use' | 'code'

/** Codes given to registered devices with 0x8100, to be shown with 0x0102; stored hashed, so that they outlive a restart. */
export interface DeviceCodes {
  readonly mode: AuthenticationMode
  /** A code for a terminal, which is nobody's until it is given, or until a device shows it that has none. */
  make(terminalId: string): string
  /**
   * Makes a new code the device's, on disk when it resolves. `false` when the device has one that it has used and that this
   * connection may not replace: it may be another device's.
   */
  give(deviceKey: number, code: string, by: CodeRequest): Promise<boolean>
  /** Whether this is the device's code; from the first time on it counts as used. */
  show(deviceKey: number, shown: ShownCode): Promise<boolean>
  isUsed(deviceKey: number): boolean
  /** Whether the device has to show its code before it is served. */
  requires(deviceKey: number): boolean
  /** The device may begin anew, with whatever code it has. */
  reset(deviceKey: number): Promise<void>
}

/** A code as a connection shows it. */
export interface ShownCode {
  readonly code: string
  readonly terminalId: string
  readonly address: string
}

/** The connection on which a device asks for a code. */
export interface CodeRequest {
  readonly address: string
  /** It has shown the device's present code. */
  readonly isProven: boolean
}

/** Bounds of what strangers may take. */
export interface GatewayLimits {
  /** Open connections of each listener (TCP) and known peers (UDP). */
  readonly connections: number
  readonly connectionsPerAddress: number
  /** A connection that sent no whole frame yet is closed after this. */
  readonly firstFrameMs: number
  /** A signalling connection without a frame for this long is closed: some heartbeats. */
  readonly silenceMs: number
  /** A media connection without a byte for this long is closed. */
  readonly mediaSilenceMs: number
}

/** The device side of the server, listening. */
export interface Gateway {
  readonly ports: { readonly signalling: number; readonly media: number; readonly files: number }
  /** The connections of devices, registered or not. */
  lines(): Iterable<DeviceLine>
  /** Stops listening, lets answers go out, closes every connection; idempotent. */
  close(): Promise<void>
}

/** A device's connection as it stands. Times: unix ms. */
export interface DeviceLine {
  readonly deviceId: string
  readonly registered: boolean
  readonly address: string
  readonly port: number
  readonly beganAtMs: number
  readonly heardAtMs: number
  /** `null`: nothing was sent yet. */
  readonly sentAtMs: number | null
  /** Edition of JT/T 808; empty before the first frame. */
  readonly edition: string
  /** Messages since the connection was made. */
  readonly heartbeats: number
  readonly positions: number
  readonly alarms: number
  readonly others: number
  /** Commands whose answer is awaited. */
  readonly commandsWaiting: number
}
