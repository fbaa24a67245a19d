import type { MediaMessage, streamRights } from '@fleetglass/contract/streams'
import type { z } from 'zod'
import type { Account, RegisteredDevice } from '../directory/index.ts'
import type { StreamUseKind } from '../stream-log/index.ts'
import type { MediaSocket } from './media-socket.ts'

/** A viewer who was admitted, with the socket. */
export interface FleetStreamCall {
  /** As it is now: its rights and its group may change while the stream is open. */
  readonly account: Account
  /** Called after devices, groups or the account changed, for a stream that is of several devices. */
  onAccessChange(listener: () => void): void
  readonly query: URLSearchParams
  readonly socket: MediaSocket
  readonly address: string
  /** For the stream log: from now on this is what is watched; `null`: nothing. */
  watches(shown: { readonly device: RegisteredDevice; readonly channel: number } | null): void
  /** Text messages of the client. */
  onText(listener: (text: string) => void): void
  /** Audio of the client, where the kind `hears`; frames that arrive before a listener is set are dropped. */
  onAudio(listener: (message: MediaMessage) => void): void
}

/** A viewer of one device. */
export interface StreamCall extends FleetStreamCall {
  readonly device: RegisteredDevice
  /** Of the address; 0 for a kind that is about the whole device. */
  readonly channel: number
}

/** A stream as the stream log has it. */
export interface LoggedStream {
  readonly kind: StreamUseKind
  /** Left out: the one of its address. */
  readonly channels?: readonly number[]
}

export interface AnyKind {
  readonly access: (typeof streamRights)[keyof typeof streamRights]
  /** What a viewer did, as a sentence of the audit log; names in braces are parameters of the address. */
  readonly audit: string
  /** What its address has; the audit log records the parameters that are not secret. */
  readonly parameters: z.ZodType
  /** Its clients send audio. */
  readonly takesAudio?: true
  /** What the stream log calls it; left out: it is not in that log. */
  readonly logged?: (query: URLSearchParams) => LoggedStream
  /** Bytes of the longest text its clients may send; left out: 4096. */
  readonly maxTextBytes?: number
  /** What is wrong with its own parameters, or `null`. */
  check(query: URLSearchParams): string | null
}

/** A kind of stream, which one feature serves. It closes its socket itself; `close` is called when it is gone. */
export interface StreamKind extends AnyKind {
  /** `device`: its address needs no channel, or it checks its channels itself. */
  readonly about?: 'channel' | 'device'
  start(call: StreamCall): { close(): void }
}

/** One that is of no single device; it looks itself which ones its account sees. */
export interface FleetStreamKind extends AnyKind {
  startFleet(call: FleetStreamCall): { close(): void }
}
