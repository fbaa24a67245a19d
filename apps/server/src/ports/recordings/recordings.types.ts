import type { RegisteredDevice } from '../../services/directory/index.ts'
import type { MediaFrame } from '../live-media/index.ts'

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

/** Unix ms UTC, `[startMs, endMs)`. */
export interface RecordedRange {
  readonly startMs: number
  readonly endMs: number
}

export interface PlayOptions {
  /** Pictures that need no other, without sound. */
  readonly keyFramesOnly?: boolean
}

/** Frames of a device's own recording on their way into the server's, where that has gaps. */
export interface Cover {
  frame(frame: MediaFrame): void
  /** Resolves when its files are closed and in the index; idempotent. */
  close(): Promise<void>
}

/** A stretch of a device's own recording that is kept beside the server's, in files of its own. */
export interface Clip {
  readonly id: number
  readonly deviceId: string
}

export interface HeldClip {
  readonly bytes: number
  /** Where to go on: at the latest key frame, which is not kept; `null` when nothing is there. */
  readonly nextMs: number | null
}

/** Clips on the disk. What a kill or a cut line leaves is known from the files alone. */
export interface Clips {
  /** What is there of a channel that nobody writes; what follows its latest key frame is taken away, to be had again. */
  reopen(clip: Clip, channel: number): Promise<HeldClip>
  /** Writes a channel from its first key frame at or after `fromMs` on. */
  write(clip: Clip, channel: number, fromMs: number): ClipWriter
  /** Where files of a channel may lie while they come; goes with the clip. */
  uploadFolder(clip: Clip, channel: number): string
  /** Bytes of a channel. */
  bytes(clip: Clip, channel: number): Promise<number>
  /** `null` when nothing is there. */
  film(clip: Clip, channel: number, range: RecordedRange): Promise<Film | null>
  remove(clip: Clip): Promise<void>
}

export interface ClipWriter {
  frame(frame: MediaFrame): void
  /** Bytes that wait for the disk. */
  readonly waitingBytes: number
  /** Why the disk takes nothing. */
  readonly error: Error | null
  /** Resolves when the files are closed; idempotent. */
  close(): Promise<void>
}

/** How far a film is. */
export interface CutProgress {
  readonly step: 'collect' | 'create'
  /** 0 to 1. */
  readonly part: number
}

/** A plain MP4 cut out of recorded files: its bytes are made when they are read, from any place on. */
export interface Film {
  readonly byteLength: number
  /** Unix ms of its first picture, and where it ends. */
  readonly startMs: number
  readonly endMs: number
  /** Bytes `[start, end)`, piece by piece. Rejects when a recorded file is gone. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** A range that is never deleted: of one channel, or of all (0). Unix ms UTC, `[startMs, endMs)`. */
export interface NewRecordingLock extends RecordedRange {
  readonly deviceKey: number
  readonly channel: number
  readonly userName: string
  readonly reason: string
  /** Unix seconds. */
  readonly timeS: number
}

export interface RecordingLock extends NewRecordingLock {
  readonly id: number
}

/** What is never deleted: not by its age, nor for room, nor by command. */
export interface RecordingLocks {
  /** Those of a device, the first one first. */
  of(deviceKey: number): readonly RecordingLock[]
  /** `null` when there are too many. */
  lock(lock: NewRecordingLock): Promise<RecordingLock | null>
  /** Whether there was such a lock of that device. */
  unlock(deviceKey: number, id: number): Promise<boolean>
}

/** The room for recordings. */
export interface RecordingRoom {
  readonly freeBytes: number
  /** Below it the oldest go. */
  readonly floorBytes: number
  readonly usedBytes: number
  readonly lockedBytes: number
  /** Of the last 24 hours. */
  readonly bytesPerDay: number
  /** Unix ms when the room is used up; `null` when as much goes by its age as comes. */
  readonly fullMs: number | null
  /** What is deleted first, and when; `null` when nothing will be. */
  readonly first: { readonly deviceKey: number; readonly startMs: number; readonly goesMs: number } | null
}

/** The recorder, running. */
export interface Recorder {
  readonly recordings: Recordings
  readonly locks: RecordingLocks
  readonly clips: Clips
  /** How the room develops; at most a minute old. */
  room(): Promise<RecordingRoom>
  /** Whether the disk takes data; a full one stops recording and nothing else. */
  readonly disk: DiskState
  /** Reports what keeps recordings from being made or kept, and its end; to be called once, before it happens. */
  onTrouble(listener: (trouble: RecorderTrouble) => void): void
  /** Resolves when the index was completed from the folder after the start; what it reports is of a rebuild where one was wanted. */
  readonly indexed: Promise<IndexReport>
  /** Bytes that were written since the start. */
  readonly writtenBytes: number
  /**
   * Deletes recordings of a device: the files that reach into `[startMs, endMs)`, or all. What is being recorded goes on in
   * new files. Resolves with the number of files when they are gone; rejects with `PartlyDeleted` when only some are.
   */
  deleteRecordings(
    deviceKey: number,
    range: { readonly startMs: number; readonly endMs: number } | null,
  ): Promise<number>
  /**
   * Keeps frames of `[startMs, endMs)`, from the key frame before on, where nothing is recorded of the channel; what is there is
   * never written again. `null` for a device that is not registered, and once the recorder is closing.
   */
  cover(
    deviceKey: number,
    channel: number,
    range: { readonly startMs: number; readonly endMs: number },
  ): Promise<Cover | null>
  /**
   * Cuts a plain MP4 out of what is recorded of a channel, from the key frame at or before the start; `null` when nothing is. It
   * has what is on disk now, and reads it when it is read itself.
   */
  cut(
    deviceKey: number,
    channel: number,
    range: RecordedRange,
    onProgress: (progress: CutProgress) => void,
  ): Promise<Film | null>
  /** Removes what is older than wanted, and the oldest while there is no room; also runs every minute. */
  clean(): Promise<void>
  /** Ends all files and enters them into the index; idempotent. */
  close(): Promise<void>
}

export type DiskState =
  | { readonly kind: 'writing' }
  /** Nothing is recorded until there is room again, or the disk takes writes again. */
  | { readonly kind: 'stopped'; readonly reason: 'full' | 'failing'; readonly sinceMs: number; readonly detail: string }

/** What the people who watch the recorded vehicles are to be told. */
export interface RecorderTrouble {
  /** `disk`: nothing is recorded; `space`: another program takes the space that removed recordings leave. */
  readonly kind: 'disk' | 'space'
  readonly isOver: boolean
  readonly reason: string
  /** Those that are recorded when they are online. */
  readonly devices: readonly RegisteredDevice[]
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
  /** Files of devices nobody has added. */
  readonly foreign: number
}
