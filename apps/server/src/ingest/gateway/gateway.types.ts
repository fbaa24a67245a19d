import type { Clock } from '../../platform/clock/index.ts'
import type { PortRange } from '../../platform/config/index.ts'
import type { BoundPort } from '../../platform/listeners/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { CommandHost } from '../../ports/commands/index.ts'
import type { DeviceHost } from '../../ports/device-host.ts'
import type { Playbacks } from '../../ports/device-playback/index.ts'
import type { ConnectedDevice } from '../../ports/device-state/index.ts'
import type { Uploads } from '../../ports/files/index.ts'
import type { Streams } from '../../ports/live-media/index.ts'
import type { PositionLog } from '../../ports/position-log/index.ts'
import type { TalkSessions } from '../../ports/talk/index.ts'
import type { DeviceLogWriter } from '../../services/device-log/index.ts'
import type { DeviceCodes, DeviceRegistry } from '../../services/directory/index.ts'
import type { TrafficMeter } from '../../services/traffic/index.ts'
import type { DeviceReports } from '../device-reports.types.ts'
import type { HeartbeatRelay } from '../relays/index.ts'
import type { AttachmentStore } from './attachments/attachment-files.ts'

export interface GatewayDeps {
  readonly clock: Clock
  readonly commandHost: CommandHost
  /** Ports that other nodes reach through this one, for as long as a device is connected. */
  readonly deviceHosts: readonly DeviceHost[]
  readonly log: Log
  readonly metrics: Metrics
  readonly registry: DeviceRegistry
  readonly positions: PositionLog
  /** What becomes events. */
  readonly reports: DeviceReports
  readonly streams: Streams
  /** What happens on the lines of registered devices. */
  readonly deviceLog: DeviceLogWriter
  readonly talkSessions: TalkSessions
  readonly playbacks: Playbacks
  readonly uploads: Uploads
  /** Of devices that bring files nobody asked for. */
  readonly accounts: Pick<Uploads, 'admit'>
  /** Stores files of alarms. */
  readonly attachments: AttachmentStore
  /** Below its floor the disk belongs to everything else. */
  readonly takesData: () => boolean
  readonly relay: HeartbeatRelay
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
  /** Files of alarms, T/JSATL 12; 0 lets the machine choose. */
  readonly attachmentsPort: number
  /** For the data connections of FTP. */
  readonly filesPassive: PortRange
  /** Host sent to devices for their media, as it is set at this moment; empty: the address their own control connection arrived at. */
  readonly publicHost: () => string
  /** What becomes of a device no user has added: shown as new, or turned away. */
  readonly admission: 'list' | 'refuse'
  /** Positions of a device no user has added: answered with 1, so that the device keeps them, or acknowledged and dropped. */
  readonly newDevicePositions: 'keep' | 'drop'
  /** Which devices have to show the code they were given. */
  readonly authentication: DeviceCodes
  readonly limits?: Partial<GatewayLimits>
}

/** Limits for unauthenticated connections. */
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
  readonly ports: {
    readonly signalling: number
    readonly media: number
    readonly files: number
    readonly attachments: number
  }
  /** Takes JT/T 808 datagrams at another port too; the rest is as on the signalling port. */
  listenDatagrams(port: number): Promise<BoundPort>
  /** The connections of devices, registered or not. */
  lines(): Iterable<ConnectedDevice>
  /** Stops listening, lets answers go out, closes every connection; idempotent. */
  close(): Promise<void>
}
