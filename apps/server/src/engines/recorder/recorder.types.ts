import type { MediaFrame } from '../streams/index.ts'

/** One file of the recording index: fragmented MP4, one minute, `media/<deviceid>/<yyyymmdd>/<channel>/<hhmm>.mp4` (UTC). */
export interface Segment {
  readonly deviceKey: number
  readonly channel: number
  /** Unix ms UTC, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
  readonly bytes: number
  /** Offset of the first fragment that begins with a key frame, bytes from the start of the file. */
  readonly firstKeyFrameOffset: number
  /** Path below the media folder. */
  readonly path: string
}

/** Reads what was recorded, also the file that is being written (to its last whole fragment). */
export interface Recordings {
  /** Segments that overlap `[startMs, endMs)`, by time; all channels when `channel` is absent. */
  find(deviceKey: number, range: { startMs: number; endMs: number; channel?: number }): Promise<Segment[]>
  /** 1440 characters, `1` where the minute `startMs + n * 60 000` has a recording of any channel. */
  minuteFlags(deviceKey: number, startMs: number): Promise<string>
  /** Starts of the local days (unix seconds) with a recording, ascending. */
  days(deviceKey: number, utcOffsetS: number): Promise<number[]>
  /** Frames from the key frame at or before `fromMs`, across files and gaps, in order of time. */
  play(deviceKey: number, channel: number, fromMs: number, signal: AbortSignal): AsyncIterable<MediaFrame>
}
