import type { VideoConfig } from '@fleetglass/media'
import type { PictureWay } from '../player.types.ts'

/** One access unit on its way to the screen. */
export interface VideoUnit {
  readonly codec: 'H.264' | 'H.265'
  readonly keyFrame: boolean
  /** Of a key frame: its parameter sets, the same object while they do not change. Null for other frames. */
  readonly config: VideoConfig | null
  /** First after a start, seek or gap. */
  readonly discontinuity: boolean
  /** `never`: only decoded, since others need it. `later`: stored decoded until `show` names it. */
  readonly shown: 'now' | 'never' | 'later'
  /** Unix ms UTC as the server sends it. */
  readonly timestampMs: number
  /** When it came here, on the monotonic clock. */
  readonly arrivedMs: number
  /** When the camera sent it, unix ms, where the stream contains it. */
  readonly sentMs: number | null
  /** Playback: how much faster than the clock recorded time passes; 1 for live. */
  readonly speed: number
  /** Of the main stream, not of the sub stream. */
  readonly mainStream: boolean
  /** Annex B, parameter sets in front of a key frame. */
  readonly payload: Uint8Array
}

/** What a picture reports to its stage. */
export interface PictureEvents {
  drawn(unit: DrawnPicture): void
  /** Frames were left out to catch up. */
  skipped(frames: number): void
  /** Decoding or drawing failed: the picture is of no more use, another one goes on (LIVE-40). */
  broken(reason: string): void
}

export interface DrawnPicture {
  readonly timestampMs: number
  readonly sentMs: number | null
  readonly mainStream: boolean
  readonly width: number
  readonly height: number
}

/** A way of drawing. Begins with a key frame; all frames of one picture have the same codec string. */
export interface Picture {
  readonly way: PictureWay
  readonly element: HTMLCanvasElement | HTMLVideoElement
  push(unit: VideoUnit): void
  /** Shows a stored picture; one that is no longer stored is skipped. */
  show(timestampMs: number): void
  /** The next unit is not the successor of the last one: draw nothing before a key frame. */
  interrupted(): void
  close(): void
}
