import type { Header, Message } from '@fleetglass/jt808'
import type { CommitWaiter } from '../../position-log/index.ts'
import type { SentSerials } from './command-desk.ts'
import type { ConnectionEvent } from './connection.machine.ts'
import type { DeviceSession } from './device-session.ts'
import type { SignallingContext } from './signalling-context.ts'

/** A connection as the handlers of its messages see it; it is also who waits for a position of its own. */
export interface Speaker extends CommitWaiter {
  readonly context: SignallingContext
  readonly session: DeviceSession | null
  /** 0x8001 for a message and each packet it came in. */
  acknowledge(header: Header, packets: number, result: number): void
  /** Any other platform message; `null` when the line is closing. */
  send(message: Message): SentSerials | null
  event(event: ConnectionEvent): void
  /** Writes once to the log that this number is not known. */
  noteUnknown(messageId: number): void
}

/** A whole message, its packets joined. */
export interface UpMessage {
  readonly header: Header
  readonly body: Uint8Array
  readonly packets: number
}

/** Results of 0x8001. */
export const Result = { done: 0, failed: 1, wrong: 2 } as const
