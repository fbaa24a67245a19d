import type { Message } from '@fleetglass/jt808'
import type { Clock } from '../../../platform/clock/index.ts'
import type { RegisteredDevice } from '../../../services/directory/index.ts'
import type { TerminalIdentity } from './connection.machine.ts'
import type { MessageCounts } from './message-counts.ts'
import type { PendingCommands } from './pending-commands.ts'
import type { Transport } from './transport.types.ts'

/** A terminal that is connected: who it is to us, and the connection that speaks for it. */
export interface DeviceSession {
  readonly terminal: TerminalIdentity
  /** Id in the fleet: the registered one (which may be written with leading zeros), else the terminal's own. */
  deviceId: string
  /** `null` while no user has added the device, and while the session is not entered. */
  device: RegisteredDevice | null
  readonly pending: PendingCommands
  readonly transport: Transport
  /** Channels that a media line was asked for and none has come: it may come from any address. */
  readonly awaitedChannels: Set<number>
  /** Closes the connection because another one speaks for the terminal, or it must not be here. */
  readonly close: (reason: 'replaced' | 'not-admitted' | 'not-authenticated') => void
  /** Its device was removed: it goes on as a new one. */
  readonly forget: () => void
  /** It authenticated, so that a connection that did not cannot take its place. */
  readonly isIntroduced: () => boolean
  /** Milliseconds since its last frame. */
  readonly silentMs: () => number
  /** Times and counts of the connection's messages. */
  readonly connectionReport: () => ConnectionReport
  /** The device has just become one that counts: asks where it is, as soon as it can be asked. */
  readonly locate: () => void
  /** Its 0x0100, until it has shown its code: before that it says nothing of the device. */
  registration: Message | null
  /** What other nodes and features reach the device by; empty while the session is not entered. */
  served: readonly { close(): void }[]
}

/** What a connection is notified about. Times: unix ms. */
export interface ConnectionReport {
  readonly beganAtMs: number
  readonly receivedAtMs: number
  /** `null`: nothing was sent yet. */
  readonly sentAtMs: number | null
  /** Edition of JT/T 808 that the device speaks; empty before its first frame. */
  readonly edition: string
  readonly counts: Readonly<MessageCounts>
}

/** Times of a connection on the monotonic clock, ms. */
export interface ConnectionTimes {
  readonly beganMs: number
  readonly receivedMs: number
  /** -1: nothing was sent. */
  readonly sentMs: number
  readonly edition: string
  readonly counts: Readonly<MessageCounts>
}

export function connectionTimes(clock: Clock, times: ConnectionTimes): ConnectionReport {
  const { beganMs, receivedMs, sentMs, edition, counts } = times
  const bootMs = clock.nowMs() - clock.monotonicMs()
  return {
    beganAtMs: bootMs + beganMs,
    receivedAtMs: bootMs + receivedMs,
    sentAtMs: sentMs < 0 ? null : bootMs + sentMs,
    edition,
    counts,
  }
}
