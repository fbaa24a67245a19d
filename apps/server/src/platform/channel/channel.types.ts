import type { Requirement } from '@fleetglass/contract/access'
import type { Caller, CallerWatch } from '../access-policy/index.ts'

/** What a handler gets: who asks, what, and the way to answer. */
export interface ChannelCall {
  readonly account: Caller
  readonly fields: Readonly<Record<string, string>>
  readonly payload: Uint8Array | undefined
  readonly connection: ChannelConnection
  /** Adds to the row of the audit log what the fields do not say, such as the value before. Secrets are masked by the caller. */
  note(details: Readonly<Record<string, unknown>>): void
  /** Sends one reply message with `R` = 1; a list is answered with several. */
  reply(fields?: Readonly<Record<string, string>>, payload?: Uint8Array | string): void
}

export interface ChannelConnection {
  readonly address: string
  /** What the client calls itself; may be empty. */
  readonly client: string
  /** What a feature remembers for this link, by a key of its own. */
  readonly memory: Map<symbol, unknown>
  /** Bytes of replies that the client has not read: unsolicited messages wait while there are many. */
  readonly unreadBytes: number
  /** Called once when the link is gone, at once when it is gone already. */
  onClose(listener: () => void): void
}

export interface LoginCall extends Omit<ChannelCall, 'account'> {
  /** From now on the link belongs to this account, as long as the watch says that it is current. Throws when it is another's. */
  accept(account: Caller, watch: CallerWatch): void
}

/** One message that a feature contributes to the main channel. */
export type ChannelMessage =
  | {
      readonly kind: 'message'
      readonly code: string
      readonly access: Requirement
      readonly audit: string
      /** Of a message that also reads, by its fields; left out: each call is what `audit` says. */
      readonly reading?: MessageReading
      handle(call: ChannelCall): Promise<void> | void
    }
  | LoginMessage

/** How calls of a message that change nothing are recorded. */
export interface MessageReading {
  readonly audit: string
  isRead(fields: Readonly<Record<string, string>>): boolean
}

/** A message that is taken before the login. It checks user and password itself. */
export interface LoginMessage {
  readonly kind: 'login'
  readonly code: string
  readonly audit: string
  handle(call: LoginCall): Promise<void> | void
}
