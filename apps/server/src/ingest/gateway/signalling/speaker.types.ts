import type { Header, Message, Version } from '@fleetglass/jt808'
import type { CommitWaiter } from '../../../ports/position-log/index.ts'
import type { CloseReason, ConnectionEvent, ConnectionState } from './connection.machine.ts'
import type { DeviceSession } from './device-session.ts'
import type { SentSerials } from './pending-commands.ts'
import type { SignallingContext } from './signalling-context.ts'
import type { Transport } from './transport.types.ts'

/** How the frames of one terminal are written, answers alike; it is also who waits for a position of its own. */
export interface ReplyFormat extends CommitWaiter {
  readonly version: Version
  readonly protocolVersion: number
  readonly terminalRaw: Uint8Array
}

/** A connection as the handlers of its messages see it. */
export interface Speaker {
  readonly context: SignallingContext
  readonly session: DeviceSession | null
  readonly state: ConnectionState
  readonly transport: Transport
  /** Of the frame that is being worked on; a handler that answers later stores it, since a connection may speak for several terminals. */
  readonly format: ReplyFormat
  /** 0x8001 for a message and each packet it came in. */
  acknowledge(header: Header, packets: number, result: number, format?: ReplyFormat): void
  /** Any other platform message; `null` when the line is closing. */
  send(message: Message): SentSerials | null
  event(event: ConnectionEvent): void
  close(reason: CloseReason): void
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
