import type { Clock } from '../../../platform/clock/index.ts'
import type { MemoryBudget } from '../../../platform/limits/index.ts'
import type { LimitedLog } from '../../../platform/log/index.ts'
import type { Uploads } from '../../../ports/files/index.ts'
import type { DeviceLogWriter } from '../../../services/device-log/index.ts'
import type { DeviceCodes } from '../../../services/directory/index.ts'
import type { TrafficMeter } from '../../../services/traffic/index.ts'
import type { DeviceReports } from '../../device-reports.types.ts'
import type { HeartbeatRelay } from '../../relays/index.ts'
import type { AlarmNumbers } from '../attachments/alarm-numbers.ts'
import type { Contain } from '../contain.ts'
import type { GatewayLimits } from '../gateway.types.ts'
import type { GatewayCounters } from '../gateway-counters.ts'
import type { PacketMemories } from './packet-reassembly.ts'
import type { SessionTable } from './session-table.ts'
import type { UnauthenticatedLog } from './unauthenticated-log.ts'

/** What all signalling connections share. */
export interface SignallingContext {
  readonly clock: Clock
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly addressLog: LimitedLog
  readonly counters: GatewayCounters
  readonly contain: Contain
  readonly reports: DeviceReports
  readonly sessions: SessionTable
  readonly deviceLog: DeviceLogWriter
  /** The same for connections that name the number of a device and have not shown its code. */
  readonly unauthenticatedLog: UnauthenticatedLog
  readonly traffic: TrafficMeter
  /** Packets of unfinished messages of all connections. */
  readonly packetMemory: PacketMemories
  /** Answers that devices have not taken; when it is exceeded, a connection with unread answers is closed. */
  readonly unread: MemoryBudget
  readonly limits: GatewayLimits
  readonly authentication: DeviceCodes
  readonly newDevicePositions: 'keep' | 'drop'
  /** Where devices connect for media; empty: the address their own line came in on. */
  readonly mediaHost: () => string
  readonly mediaPort: number
  /** Where they bring files. */
  readonly filesPort: number
  /** Where they bring files of alarms. */
  readonly attachmentsPort: number
  readonly alarmNumbers: AlarmNumbers
  readonly relay: HeartbeatRelay
  /** Notified of finished uploads. */
  readonly uploads: Pick<Uploads, 'uploadOver'>
  /** Calls `flush` once, after what is being done now: answers of one read or one commit leave in one write. */
  readonly flushSoon: (connection: { flush(): void }) => void
  /** The position log is full: every connection stops reading until it is drained. */
  readonly stopReading: () => void
  /** A device was asked for live video, to be sent to this address. */
  readonly askedLive: (asked: AskedLive) => void
}

/** Where a device was asked to send the live video of a channel. */
interface AskedLive {
  readonly deviceId: string
  readonly channel: number
  readonly host: string
  readonly port: number
}
