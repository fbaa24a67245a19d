import type { MediaFrame } from '../../ports/live-media/index.ts'
import type { RecordedRange, Segment } from '../../ports/recordings/index.ts'

/** Reads what was recorded, also the file that is being written (to its last whole fragment). */
export interface Recordings {
  /** Segments that overlap `[startMs, endMs)`, by time; all channels when `channel` is absent. */
  find(deviceKey: number, range: { startMs: number; endMs: number; channel?: number }): Promise<Segment[]>
  /** 1440 characters, `1` where the minute `startMs + n * 60 000` has a recording of any channel. */
  minuteFlags(deviceKey: number, startMs: number): Promise<string>
  /** What is recorded of each channel in `[startMs, endMs)`, by time; files that follow each other are one range. */
  ranges(deviceKey: number, range: RecordedRange): Promise<ReadonlyMap<number, readonly RecordedRange[]>>
  /**
   * Starts of the local days (unix seconds) on which a recording begins, ascending; of all devices for `null`, of all time
   * without a range.
   */
  days(deviceKeys: readonly number[] | null, utcOffsetS: number, range?: RecordedRange): Promise<number[]>
  /**
   * Frames from the key frame at or before `fromMs` (or from what comes next), across files and gaps, in order of time; the
   * first picture, and the first after a gap, has `discontinuity`. Ends where the recording ends, and when aborted. Reads one fragment ahead at
   * most: it goes on when the next frame is asked for.
   */
  play(
    deviceKey: number,
    channel: number,
    fromMs: number,
    signal: AbortSignal,
    options?: PlayOptions,
  ): AsyncIterable<MediaFrame>
  /**
   * Groups of pictures, each whole and from its key frame on, backwards from the one with the latest picture before
   * `beforeMs`; across files and gaps, to the beginning of the recording. One group is in memory at a time.
   */
  backwards(
    deviceKey: number,
    channel: number,
    beforeMs: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly MediaFrame[]>
  /** Minutes of the day that begins at `startMs` with a recording of any channel, by device; others have none. */
  recordedMinutes(startMs: number): Promise<ReadonlyMap<number, number>>
  /** Whether anything is recorded that ends after `fromMs`. */
  hasAnyFrom(deviceKey: number, channel: number, fromMs: number): Promise<boolean>
}

export interface PlayOptions {
  /** Pictures that need no other, without sound. */
  readonly keyFramesOnly?: boolean
}

/** Progress of an MP4 file. */
export interface CutProgress {
  readonly step: 'collect' | 'create'
  /** 0 to 1. */
  readonly part: number
}

/** A plain MP4 cut out of recorded files: its bytes are made when they are read, from any place on. */
export interface Clip {
  readonly byteLength: number
  /** Unix ms of its first picture, and where it ends. */
  readonly startMs: number
  readonly endMs: number
  /** Bytes `[start, end)`, piece by piece. Rejects when a recorded file is gone. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** Cuts plain MP4 files out of recorded ones. */
export interface RecordingCuts {
  /**
   * Cuts a plain MP4 out of what is recorded of a channel, from the key frame at or before the start; `null` when nothing is. It
   * has what is on disk now, and reads it when it is read itself.
   */
  cut(
    deviceKey: number,
    channel: number,
    range: RecordedRange,
    onProgress: (progress: CutProgress) => void,
  ): Promise<Clip | null>
  /** The same out of files of one channel, by time, that are not in the index. */
  cutFiles(files: readonly CutSource[], range: RecordedRange): Promise<Clip | null>
}

/** A file that is cut out of, up to its last whole fragment. */
export interface CutSource {
  /** In the media store. */
  readonly path: string
  readonly bytes: number
}

/** A range that is never deleted: of one channel, or of all (0). Unix ms UTC, `[startMs, endMs)`. */
export interface NewRecordingLock extends RecordedRange {
  readonly deviceKey: number
  readonly channel: number
  readonly userName: string
  readonly reason: string
  /** Unix seconds. */
  readonly timeS: number
  /** The evidence package that needs it; only releasing that unlocks it. Left out: a user locked it. */
  readonly evidenceId?: string
}

export interface RecordingLock extends NewRecordingLock {
  readonly id: number
}

/** What is never deleted: not by its age, nor for room, nor by command. */
export interface RecordingLocks {
  /** Those of a device, the first one first. */
  of(deviceKey: number): readonly RecordingLock[]
  /** Of all devices. */
  all(): Iterable<RecordingLock>
  /** `null` when there are too many. */
  lock(lock: NewRecordingLock): Promise<RecordingLock | null>
  /** Whether there was such a lock of that device. */
  unlock(deviceKey: number, id: number): Promise<boolean>
}

export interface IndexReport {
  readonly added: number
  /** Of those, files with something in them that cannot be read; what is intact of them plays. */
  readonly damaged: number
  /** Files whose torn end was cut off, as a crash leaves it. */
  readonly cut: number
  /** Files without anything to play that were given another name. */
  readonly setAside: number
  /** Files and folders that could not be opened or read. */
  readonly unreadable: number
  /** Files of devices no user has added. */
  readonly foreign: number
}
