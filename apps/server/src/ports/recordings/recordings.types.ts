// What the node that records has and no database: files in the making, and the folder that they are written to.
import type { MediaFile } from '../../platform/media-store/index.ts'
import type { RegisteredDevice } from '../../services/directory/index.ts'

/** Unix ms UTC, `[startMs, endMs)`. */
export interface RecordedRange {
  readonly startMs: number
  readonly endMs: number
}

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
  /** Path below the media folder, or `@<uuid>/` and the path on that media slot. */
  readonly path: string
}

/** The files that are being written: nobody but the node that writes them has their state. */
export interface RunningRecordings {
  /** Files that are not closed yet, with what is on disk of them, oldest first; of one device, or of all for `null`. */
  running(deviceId: string | null): Promise<readonly Segment[]>
  /** Whether this file is being written, or was closed just now and may have no row yet. */
  isWriting(path: string): Promise<boolean>
  /** Ends the running files of a device and goes on in new ones; resolves when the former are closed and have their rows. */
  closeRunning(deviceId: string): Promise<void>
  /** Ranges of a file that is being written; `null` for one that is not: the media store has it. */
  open(path: string): Promise<MediaFile | null>
}

/** Where the recorder enters the files that it closes, and looks up what is recorded already. */
export interface ClosedRecordings {
  /** Never rejects: a row that cannot be written now is tried again. */
  fileClosed(segment: Segment): Promise<void>
  /** Closed files that overlap `[startMs, endMs)`, by time. */
  find(deviceKey: number, range: RecordedRange & { readonly channel?: number }): Promise<Segment[]>
}

/** The disks that recordings are written to: that of the media folder, or where media slots are set, theirs. */
export interface RecordingDisk {
  /** Whether any of them takes data; where none does, recording stops and nothing else. */
  readonly state: DiskState
  /** Of all of them. */
  readonly freeBytes: number
  /** Recording stops below half of it. Retention makes room below it. */
  readonly floorBytes: number
  /** Bytes that were recorded since the start. */
  readonly writtenBytes: number
  onChange(listener: (state: DiskState) => void): void
  /** That of the data folder, for what is stored beside recordings. */
  readonly mediaFolder: Pick<RecordingPlace, 'state'>
  /** The media folder, also while it is not written to, then each slot that is there and not read-only. */
  readonly places: readonly RecordingPlace[]
  /** Media slots are filled one after the other (SET-080). */
  readonly isFilledInOrder: boolean
  /** Whether each slot that is set, and not read-only, is there and full. One that is away or fails is not full: nothing is deleted for it. */
  areAllFull(): boolean
}

/** A file system with recordings, from which they may be deleted. */
export interface RecordingPlace {
  /** UUID of a media slot; '' is the media folder. */
  readonly slot: string
  /** Absolute path of its recordings. */
  readonly folder: string
  readonly state: DiskState
  /** Of the file system; `NaN` until it was measured. */
  readonly sizeBytes: number
  readonly usedBytes: number
  readonly freeBytes: number
  readonly floorBytes: number
  readonly writtenBytes: number
  /** Measures it again; one look at a time. */
  look(): Promise<void>
}

export type DiskState =
  | { readonly kind: 'writing' }
  /** Nothing is recorded until there is room again, or the disk takes writes again. */
  | { readonly kind: 'stopped'; readonly reason: 'full' | 'failing'; readonly sinceMs: number; readonly detail: string }

/** Why recordings are not made or not kept, for the people who watch the recorded vehicles. */
export interface RecordingTrouble {
  /** `disk`: nothing is recorded; `space`: another program takes the space that removed recordings leave. */
  readonly kind: 'disk' | 'space'
  readonly isOver: boolean
  readonly reason: string
  /** Those that are recorded when they are online. */
  readonly devices: readonly RegisteredDevice[]
}
