import type { StartupTrace, StreamCommand } from '@fleetglass/contract/streams'
import type { SoundCoding } from './sound/sound.ts'
import type { FirstPicture } from './tile/startup-rows.ts'
import type { TileState } from './tile-state.ts'

/** The stream server and the user (STRM-16). `passwordHash` is the upper-case SHA-256 hex; it is never logged. */
export interface StreamServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string
  readonly passwordHash: string
}

/** What a player shows. */
export type StreamSource =
  | {
      readonly kind: 'live'
      /** `*`: one the server picks (STRM-06); it then needs a stream id. */
      readonly deviceId: string
      readonly channel: number
      readonly streamId?: number
    }
  | {
      readonly kind: 'playback'
      readonly deviceId: string
      readonly channel: number
      /** Unix seconds where it begins. */
      readonly startS: number
      /** One number for all channels that play together; a new one for each new time (STRM-30, LOPB-31). */
      readonly streamId: number
      /** Begins with the picture of that time and stays there. */
      readonly paused?: true
    }
  | {
      /** What the device itself recorded. */
      readonly kind: 'remote'
      readonly deviceId: string
      readonly channel: number
      /** All that come on its socket (STRM-31). */
      readonly channels: readonly number[]
      /** Unix seconds, `[startS, endS)`. */
      readonly startS: number
      readonly endS: number
      readonly streamId: number
      readonly main: boolean
    }

/** Figures of a tile, refreshed twice a second. */
export interface StreamStatistics {
  /** `H.264 avc1.4d001f` and the like; empty until a key frame came. */
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  readonly kilobitsPerSecond: number
  /** Server's timestamp to drawn picture, median and 95th percentile of the latest frames; null for playback. */
  readonly delayMs: number | null
  readonly delayP95Ms: number | null
  /** Camera's own send time (SEI) to drawn picture, where the device writes one. */
  readonly cameraDelayMs: number | null
  readonly cameraDelayP95Ms: number | null
  /** From asking for the stream to its first picture. */
  readonly firstPictureMs: number | null
  /** Frames that came, since the start. */
  readonly receivedFrames: number
  /** Frames left out to catch up, since the start. */
  readonly skippedFrames: number
  /** How often decoding or drawing failed, since the start. */
  readonly damages: number
  /** How the picture gets to the screen. */
  readonly way: PictureWay | null
  /** Sound of the stream, once a sound frame came. */
  readonly audio: SoundCoding | null
}

/** WebCodecs on a canvas, WebCodecs through a generated track, or our fragments through MediaSource. */
export type PictureWay = 'decoder' | 'track' | 'media-source'

/** Large for one who looks closely, small for a tile among many. */
export type LiveStreamKind = 'main' | 'sub'

/** What a tile shows of its player. A new object only when something changed. */
export interface PlayerView {
  readonly state: TileState
  readonly statistics: StreamStatistics
  /** The player fell behind within the last seconds and went on at a later key frame. */
  readonly catchingUp: boolean
  /** Decoding or drawing failed within the last seconds; it goes on at the next key frame. */
  readonly damaged: boolean
  /** The stream of the picture on the screen; null before the first one, and in a playback. */
  readonly stream: LiveStreamKind | null
  /** The server makes H.264 of what the camera sends, since this browser has no decoder for that. */
  readonly transcoded: boolean
  /** The device of the picture, as the server reports it; of interest where it picked the device. */
  readonly deviceId: string | null
  /** Why there is no picture, or how it came; null where the server does not report it. */
  readonly startupTrace: StartupTrace | null
  /** The first picture of the present attempt; the last step of the startup trace. */
  readonly firstPicture: FirstPicture | null
}

/** A stream and its picture. Plain object: a component mounts it and takes it away. */
export interface Player {
  view(): PlayerView
  /** Calls `listener` when `view()` has changed: at each change of state, otherwise at most twice a second. */
  subscribe(listener: () => void): () => void
  /** Recorded or live time of the picture on the screen, unix ms; null before the first one. */
  positionMs(): number | null
  /** A player that cannot be seen decodes nothing; it goes on where the stream then is. */
  setVisible(visible: boolean): void
  /** The device is gone: the last picture stays, and nothing is requested until it is back. */
  setGone(gone: boolean): void
  /** Sound is off at first. `level` 0 to 10, 5 leaves it as it is (CONST1-25). */
  setSound(sound: { readonly on: boolean; readonly level: number }): void
  /** Playback: 0 pauses, a negative one plays backwards. */
  setSpeed(speed: number): void
  /** Playback: pauses, and goes that many pictures on; back for a negative number. */
  step(frames: number): void
  /** Playback: pauses at the last picture at or before a time, unix ms; with `keyFrame` at the last that needs no other. */
  show(timeMs: number, options?: { readonly keyFrame?: boolean }): void
  /** Live: main or sub stream from the next key frame on; the picture stays until then. */
  setStream(stream: LiveStreamKind): void
  /** Sends a message on the open stream; without one the message is lost. */
  send(command: StreamCommand): void
  /** Another time of the same device and channel at speed 1; the last picture stays until the new one comes. */
  open(source: StreamSource): void
  /** Begins anew at once, for example after an error. */
  retry(): void
  /** The picture on the screen as JPEG; null before the first one. */
  snapshot(): Promise<Blob | null>
  /** Ends the stream and takes the picture away; calling it again is harmless. */
  close(): void
}
