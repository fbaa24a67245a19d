import type { Clock } from '../../../platform/clock/index.ts'
import type { MemoryBudget } from '../../../platform/limits/index.ts'
import type { LimitedLog } from '../../../platform/log/index.ts'
import type { Playbacks } from '../../../ports/device-playback/index.ts'
import type { Streams } from '../../../ports/live-media/index.ts'
import type { TalkSessions } from '../../../ports/talk/index.ts'
import type { TrafficMeter } from '../../../services/traffic/index.ts'
import type { Contain } from '../contain.ts'
import type { GatewayLimits } from '../gateway.types.ts'
import type { GatewayCounters } from '../gateway-counters.ts'
import type { SilentOwner } from './silent-owner.ts'

export interface MediaContext {
  readonly clock: Clock
  /** By address: lines that anybody can cause. */
  readonly addressLog: LimitedLog
  /** By device and channel: connections for requested media. */
  readonly channelLog: LimitedLog
  readonly counters: GatewayCounters
  readonly contain: Contain
  readonly limits: GatewayLimits
  readonly streams: Streams
  readonly playbacks: Playbacks
  readonly talkSessions: TalkSessions
  readonly traffic: TrafficMeter
  /** Whose line it may be that came from this address at this moment (monotonic) and says nothing. */
  readonly silentOwner: (address: string, connectedMs: number) => SilentOwner | 'several' | null
  /** What connections keep before it is known whose they are. Above it a connection that adds to it is closed. */
  readonly unclaimed: MemoryBudget
  /** How well number and channel of a packet from this address fit a device; 0: there is no such device. */
  readonly knows: (simRaw: Uint8Array, channel: number, address: string) => number
  /** The device whose number field holds these bytes; `null`: there is none. */
  readonly deviceOf: (simRaw: Uint8Array) => MediaOwner | null
  /** Whose live video is waited for from this address, on this channel or, with `null`, on any. */
  readonly awaitedFrom: (address: string, channel: number | null) => readonly AwaitedOwner[]
}

/** The device behind a media line. */
export interface MediaOwner {
  readonly deviceId: string
  /** `null`: no user has added it. */
  readonly key: number | null
  /** From the address of its control line, or as long as a line that was asked for has not come: a number is no proof. */
  readonly mayPublish: (channel: number, address: string) => boolean
  /** The line that was asked for has come. */
  readonly published: (channel: number) => void
}

/** A device whose connection is waited for. */
export interface AwaitedOwner extends MediaOwner {
  readonly channel: number
}

export type MediaCloseReason =
  | 'ended'
  | 'silent'
  | 'no-packet'
  | 'junk'
  | 'unknown-device'
  | 'foreign-address'
  | 'nobody-asked'
  | 'no-room'
  | 'by-streams'
  | 'talk-ended'
  | 'fault'
  | 'shutdown'

/** The line as the connection sees it. */
export interface MediaTransport {
  readonly peer: string
  readonly address: string
  /** Audio for the device; what it does not take in time is dropped, the oldest first. */
  write(packet: Uint8Array): void
  end(): void
  /** Stops or goes on reading; a datagram line cannot. */
  hold(buffered: boolean): void
}
