import type { RemoteSpeed } from '@fleetglass/contract/remote-playback'
import type { RecordedTimeLine } from '@fleetglass/jt1078'
import type { ChannelAddress, MediaFrame, StreamPublication, StreamSource } from '../live-media/index.ts'

/** Playbacks of what devices recorded themselves, for features and services on any node. */
export interface DevicePlaybacks {
  /**
   * Requests the device. The reader receives the result, also when the channel is being played for another user (`busy`). The
   * former playback of this owner ends. A reader on another node that falls behind holds the device up, as `hold` does.
   */
  open(order: PlaybackOrder, reader: PlaybackReader): Playback
}

/** Playbacks of what devices recorded themselves; one a channel at a time, because 0x9201 knows no more. */
export interface Playbacks {
  /** Asks the device. `null` when the channel is played for another user; the former playback of this owner ends. */
  open(order: PlaybackOrder, reader: PlaybackReader): Playback | null
  /** The gateway offers a media line. `null` when no playback waits for one of this channel. */
  publish(channel: ChannelAddress, source: PlaybackSource): PlaybackPublication | null
  /** Media bytes of all playbacks since the start. */
  readonly bytesIn: number
  close(): Promise<void>
}

/** What is wanted of the device. */
export interface PlaybackOrder extends ChannelAddress {
  /** The viewer: the viewer's next playback of the channel replaces this one. */
  readonly owner: string
  /** Anybody else may take its place: it can be had later. */
  readonly yieldsToOthers?: boolean
  /** Unix ms, `[fromMs, toMs)`. */
  readonly fromMs: number
  readonly toMs: number
  readonly mainStream: boolean
  /** 1, 2, 4, 8, or 0 for as fast as it goes. */
  readonly speed: RemoteSpeed
}

/** The one who wanted it. */
export interface PlaybackReader {
  frame(frame: MediaFrame): void
  state(state: PlaybackState): void
}

export type PlaybackState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'connected' }
  | { readonly kind: 'playing' }
  /** Over; nothing follows. */
  | { readonly kind: 'ended' }
  /** The owner began another one. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'failed'; readonly reason: PlaybackFailure; readonly detail: string }

export type PlaybackFailure =
  | 'offline'
  | 'no-record'
  | 'busy'
  | 'refused'
  | 'no-answer'
  | 'no-connection'
  | 'no-media'
  | 'closed-by-device'
  /** The device has used up its traffic of the month. */
  | 'used-up'
  /** The request did not reach the device. */
  | 'not-sent'

/** A playback under way. */
export interface Playback {
  /** Sent as 0x9202 on the stream that runs. */
  speed(speed: RemoteSpeed): void
  /** Unix ms; what lies outside of the order is its nearer end. */
  seek(timeMs: number): void
  /** Holds the device up, or lets it go on: what it may send meanwhile waits in its own buffers. */
  hold(held: boolean): void
  /** Requests the device to stop; idempotent. */
  close(): void
}

/** The media line behind a playback. */
export interface PlaybackSource extends StreamSource {
  /** Stops or goes on reading; datagrams cannot be held. */
  hold(held: boolean): void
}

/** What the gateway does with the frames of the line. */
export interface PlaybackPublication extends StreamPublication {
  readonly timeLine: RecordedTimeLine
  readonly mainStream: boolean
}

/** Whether nothing follows. */
export function isLast({ kind }: PlaybackState): boolean {
  return kind === 'ended' || kind === 'replaced' || kind === 'failed'
}
