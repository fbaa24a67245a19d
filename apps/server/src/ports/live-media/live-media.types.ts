import type { Diagnostic, StartupTrace } from '@fleetglass/contract/streams'
import type { VideoConfig } from '@fleetglass/media'

/** Live media of any device, for features and services on any node. */
export interface LiveMedia {
  /**
   * Starts or joins the stream: pictures from a key frame on, in order. A reader that falls behind on another node misses
   * pictures up to the next key frame, which is marked `discontinuity`; sound in between is dropped. In the same process the
   * reader is called with each frame and bounds itself.
   */
  subscribe(channel: WantedStream, reader: StreamReader): LiveSubscription
  /** Why there is no picture: the latest attempt to start the stream, `null` when there was none lately. */
  trace(channel: WantedStream): Promise<StartupTrace | null>
}

/** The owning side, as the stream hubs offer it. */
export interface LiveMediaSource {
  subscribe(channel: WantedStream, reader: StreamReader): LiveSubscription
  startupTrace(channel: WantedStream): StartupTrace | null
}

/**
 * One publisher, many readers, per device channel and kind of stream (main or sub). The publisher is the JT/T 1078
 * connection of the gateway; readers are viewers and the recorder, which do not know each other.
 */
export interface Streams extends LiveMediaSource {
  /** Starts (or joins) the stream: asks the device with 0x9101 at the first reader, ends it 10 s after the last one. */
  subscribe(channel: WantedStream, reader: StreamReader): LiveSubscription
  /** The gateway offers a media connection. `null` when no client requested this channel: close it. A newer one replaces the older. */
  publish(channel: ChannelAddress, source: StreamSource): StreamPublication | null
  /** The gateway noticed a reason why a channel has no picture; it is dropped when no caller waits for the channel. */
  diagnostic(channel: ChannelAddress, diagnostic: ConnectionDiagnostic): void
  /** Streams whose connection is awaited: asked for, not refused, not there. */
  awaited(): Iterable<AwaitedStream>
  /** The latest try to get a stream, also a while after no client reads it any more. `main` left out: as the device is set. */
  startupTrace(channel: WantedStream): StartupTrace | null
  /** Called for each step of each stream. */
  onState(listener: (stream: StreamAddress, state: ChannelState) => void): { close(): void }
  channels(): Iterable<ChannelStatus>
  /** Media bytes of all channels since the start. */
  readonly bytesIn: number
  close(): Promise<void>
}

/** What the gateway knows beside the packets. */
export type ConnectionDiagnostic =
  /** The question left with this address to connect to. */
  | { readonly kind: 'address-sent'; readonly host: string; readonly port: number }
  /** Something that may be the reason for no picture. */
  | { readonly kind: Diagnostic['kind']; readonly detail: string }

/** The connection behind a publication. */
export interface StreamSource {
  /** `address:port` of the device, for "why is there no picture?". */
  readonly peer?: string
  /** Unix ms when the connection was made; its first packet came when it is published. */
  readonly connectedAtMs?: number
  /** Ends the connection: no client reads any more, or a newer one replaces it. */
  close(reason: string): void
}

export interface ChannelAddress {
  readonly deviceId: string
  readonly channel: number
}

/** One of the two streams of a channel. */
export interface StreamAddress extends ChannelAddress {
  readonly main: boolean
}

/** A connection that a device was asked for. */
export interface AwaitedStream extends StreamAddress {
  /** Unix ms when the question left, whenever the device agreed. */
  readonly askedAtMs: number
}

/** `main` left out: the stream that the device is set to (SDEV-51), also when that changes. */
export interface WantedStream extends ChannelAddress {
  readonly main?: boolean | undefined
}

/** An access unit (video) or one device audio frame, joined once and shared by all readers: never written to. */
export interface MediaFrame {
  readonly kind: 'video' | 'audio'
  /** JT/T 1078 payload type: 98 H.264, 99 H.265, 6 G.711A, 7 G.711U, 8 G.726, 19 AAC, 26 ADPCM. */
  readonly codec: number
  readonly keyFrame: boolean
  readonly mainStream: boolean
  /** Unix ms UTC: arrival time aligned with the device's relative clock; never decreases within a kind unless `discontinuity`. */
  readonly timestampMs: number
  /** First frame after a start, a gap, or a step of the device's clock. */
  readonly discontinuity: boolean
  /** Annex B for video, parameter sets in front of every key frame; audio without the 4-byte chip header. */
  readonly payload: Uint8Array
  /** What a key frame needs to be decoded, where its producer has read that; the same object until it changes. */
  readonly config?: VideoConfig | null
  /** What the camera sent, where the server made another coding of it. */
  readonly transcodedFrom?: number
}

export interface StreamPublication {
  /** Whether the main stream was asked for; packets do not say. */
  readonly mainStream: boolean
  frame(frame: MediaFrame): void
  /** A picture came that cannot be shown before a key frame, and none has come. */
  needsKeyFrame?(): void
  /** Something that may be the reason for no picture. */
  diagnostic?(kind: Diagnostic['kind'], detail: string): void
  /** The media connection ended. */
  close(reason: string): void
}

export interface StreamReader {
  /**
   * Pictures from a key frame on (from the kept group of pictures when there is one), then every one in order. Sound as
   * it comes: also before the first picture, and on a channel that has none.
   */
  frame(frame: MediaFrame): void
  /** Steps towards the first picture, with the times of each, for "why is there no picture?". */
  state(state: ChannelState): void
  /** The same step by step, whenever there is a new one. */
  startupTrace?(startupTrace: StartupTrace): void
}

export interface StreamSubscription {
  close(): void
}

export interface LiveSubscription extends StreamSubscription {
  /** Goes on with the main or the sub stream: frames of the old one come until the first key frame of the new one. */
  prefer(main: boolean): void
}

/** Each state has only its own fields; times are unix ms. */
export type ChannelState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly sinceMs: number }
  | { readonly kind: 'accepted'; readonly sinceMs: number }
  | { readonly kind: 'connected'; readonly sinceMs: number; readonly peer: string }
  | {
      readonly kind: 'playing'
      readonly sinceMs: number
      /** Payload type of the video, or of the sound where that is all that comes. */
      readonly codec: number
      readonly isSoundAlone?: boolean
    }
  | { readonly kind: 'failed'; readonly sinceMs: number; readonly reason: ChannelFailure; readonly detail: string }

export type ChannelFailure =
  | 'offline'
  | 'refused'
  | 'no-answer'
  | 'no-connection'
  | 'no-media'
  | 'forbidden'
  /** The device has used up its traffic of the month. */
  | 'used-up'
  | 'closed-by-device'
  /** The picture comes, and cannot be made H.264 for this reader. */
  | 'transcoder-busy'
  | 'transcoder-failed'
  | 'transcoder-absent'
  | 'transcoder-too-large'

export interface ChannelStatus extends StreamAddress {
  readonly state: ChannelState
  readonly readers: number
  readonly bytesIn: number
  readonly framesIn: number
}
