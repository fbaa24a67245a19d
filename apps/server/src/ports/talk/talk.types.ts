import type { G726Bits } from '@fleetglass/media'

/** Speaking to devices, for features on any node. */
export interface TalkPort {
  /**
   * Requests the audio connection of the device and reports each state to the listener, also that another operator already speaks
   * to the device (`busy`). Late audio is dropped in both directions, because it is of no use later.
   */
  open(request: TalkRequest, listener: TalkListener): TalkSession
}

/** At most one talk session for each device. A talk carries audio in both directions, a broadcast only to the device. */
export interface TalkSessions {
  /** Requests the audio connection of the device (0x9101 with data type 2 or 4); `busy` when the device has a session already. */
  open(request: TalkRequest, listener: TalkListener): TalkSession | 'busy'
  /**
   * The gateway offers a connection that brings audio. `null` when no session waits for this channel of the device. A session
   * whose connection was guessed by its address still waits for one that names the device.
   */
  take(address: TalkAddress, source: TalkConnection): TalkIntake | null
  /** The channel of a session that waits for a connection of this device: some devices answer on another channel. */
  awaitedChannel(deviceId: string): number | null
  /** Sessions that a silent connection may belong to, oldest request first: in a broadcast the device sends no packet. */
  awaited(): Iterable<AwaitedTalk>
  close(): Promise<void>
}

export type TalkKind = 'talk' | 'broadcast'

export interface TalkAddress {
  readonly deviceId: string
  readonly channel: number
}

export interface TalkRequest extends TalkAddress {
  readonly kind: TalkKind
  /** Identifies the operator's session: a broadcast sends the same audio to many devices. */
  readonly speaker: string
}

/** A session that waits for its connection. */
export interface AwaitedTalk extends TalkRequest {
  /** When the device was asked, on the monotonic clock. */
  readonly askedMs: number
}

/** The messages that a speaker receives. */
export interface TalkListener {
  state(state: TalkState): void
  /** A frame of the device's audio, without the header of the audio chip. */
  received(frame: DeviceSound): void
}

export interface DeviceSound {
  /** JT/T 1078 payload type. */
  readonly codec: number
  readonly payload: Uint8Array
  /** Bits of a sample where the codec is G.726. */
  readonly g726Bits: G726Bits
  /** Unix ms. */
  readonly timestampMs: number
}

/** Each state has only its own fields. `ended` is the last one, and is not reported after `close()`. */
export type TalkState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'accepted' }
  /** The device is connected; also after `mute`, when it sent audio in a format that the server can encode. */
  | { readonly kind: 'open' }
  /** The device is connected, but the server cannot encode its audio format: audio flows from the device only. */
  | { readonly kind: 'mute'; readonly codec: number }
  | { readonly kind: 'ended'; readonly reason: TalkFailure; readonly detail: string }

export type TalkFailure = 'offline' | 'refused' | 'no-answer' | 'no-connection' | 'closed-by-device' | 'busy'

export interface TalkSession {
  /** 40 ms of the operator: G.726, 32 kbit/s, low half first. Dropped before the device is connected and above the limit of the queue. */
  speak(body: Uint8Array): void
  /** Ends the session: 0x9102 with control 4, then the connection is closed. Later calls do nothing. */
  close(): void
}

/** The media connection of a device, for both directions. */
export interface TalkConnection {
  /** Number field of its packets, which ours repeat. */
  readonly simRaw: Uint8Array
  /** It has sent nothing yet: its device is guessed from its source address. */
  readonly guessed: boolean
  /** Writes packets; what the device does not read in time is dropped, oldest first. */
  write(packets: Uint8Array): void
  close(reason: string): void
}

/** What the gateway reports about an accepted connection. */
export interface TalkIntake {
  /** One whole audio body as it came, and the device's own clock. */
  audio(codec: number, body: Uint8Array, deviceMs: number): void
  /** The connection is not the one for this session, which goes on waiting. */
  mistaken(): void
  /** The connection ended. */
  ended(): void
}
