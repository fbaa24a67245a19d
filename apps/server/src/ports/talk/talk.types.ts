import type { G726Bits } from '@fleetglass/media'

/** Speaking to devices, for features on any node. */
export interface TalkPort {
  /**
   * Asks the device for its audio line. What comes of it is told to the listener: also that somebody speaks to the device already
   * (`busy`). Sound that does not arrive in time is left out in both directions: it is of no use later.
   */
  open(request: VoiceRequest, listener: VoiceListener): Voice
}

/**
 * Speaking to devices: at most one operator's voice for each device. A talk is heard in both directions, a broadcast by the
 * device alone.
 */
export interface Voices {
  /** Asks the device for its audio line (0x9101 with data type 2 or 4); `busy` when somebody speaks to it already. */
  open(request: VoiceRequest, listener: VoiceListener): Voice | 'busy'
  /**
   * The gateway offers a line that brings audio. `null` when no voice waits for this channel of the device; one that has a line
   * by guess waits for one that says whose it is.
   */
  take(address: VoiceAddress, source: VoiceSource): VoiceIntake | null
  /** Whether a voice waits for a line of this device, whatever its channel: devices exist that answer on another one. */
  awaitedChannel(deviceId: string): number | null
  /** Whom a line may be of that says nothing: a device that is only spoken to sends no packet. In the order they were asked. */
  awaited(): Iterable<AwaitedVoice>
  close(): Promise<void>
}

export type VoiceKind = 'talk' | 'broadcast'

export interface VoiceAddress {
  readonly deviceId: string
  readonly channel: number
}

export interface VoiceRequest extends VoiceAddress {
  readonly kind: VoiceKind
  /** Who speaks: what one says to many devices is the same for each. Nothing is done with it but to tell it from others. */
  readonly speaker: string
}

/** A voice without a line. */
export interface AwaitedVoice extends VoiceRequest {
  /** When the device was asked, on the monotonic clock. */
  readonly askedMs: number
}

/** The messages that a speaker receives. */
export interface VoiceListener {
  state(state: VoiceState): void
  /** A frame of the device's own audio, without the chip's header. */
  heard(frame: HeardFrame): void
}

export interface HeardFrame {
  /** JT/T 1078 payload type. */
  readonly codec: number
  readonly payload: Uint8Array
  /** Of a sample, where it is G.726: by the device's own clock, however its frames come. */
  readonly g726Bits: G726Bits
  /** Unix ms. */
  readonly timestampMs: number
}

/** Each state has only its own fields. `ended` is the last one, and is not told after `close()`. */
export type VoiceState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'accepted' }
  /** The device's line is there; also after `mute`, when it was heard in a format that can be made. */
  | { readonly kind: 'open' }
  /** Its line is there, and what it takes cannot be made here: it is heard, and hears nothing. */
  | { readonly kind: 'mute'; readonly codec: number }
  | { readonly kind: 'ended'; readonly reason: VoiceFailure; readonly detail: string }

export type VoiceFailure = 'offline' | 'refused' | 'no-answer' | 'no-connection' | 'closed-by-device' | 'busy'

export interface Voice {
  /** 40 ms of the operator: G.726, 32 kbit/s, low half first. Before the line is there, and beyond its bound, it is left out. */
  speak(body: Uint8Array): void
  /** Ends it: 0x9102 with control 4, then the line is closed. Later calls do nothing. */
  close(): void
}

/** The media line of a device, for both directions. */
export interface VoiceSource {
  /** Number field of its packets, which ours repeat. */
  readonly simRaw: Uint8Array
  /** It has said nothing yet: whose it is, is known by its address alone. */
  readonly guessed: boolean
  /** Writes packets; what the device does not take in time is dropped, the oldest first. */
  write(packets: Uint8Array): void
  close(reason: string): void
}

/** What the gateway tells of a line that was taken. */
export interface VoiceIntake {
  /** One whole audio body as it came, and the device's own clock. */
  audio(codec: number, body: Uint8Array, deviceMs: number): void
  /** It was no line for this: another one is waited for. */
  mistaken(): void
  /** The line ended. */
  ended(): void
}
