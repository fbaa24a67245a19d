// Frames of a device's own recording on their way to the disk of the node that its connection is at.
import type { MediaFrame } from '../live-media/index.ts'
import type { RecordedRange } from './recordings.types.ts'

/** Fills gaps of the server's recording. */
export interface GapFills {
  /**
   * Keeps frames of `[startMs, endMs)`, from the key frame before on, where nothing is recorded of the channel; what is there is
   * never written again. `null` for a device that is not registered, and once the recorder is closing.
   */
  fillGap(deviceId: string, channel: number, range: RecordedRange): Promise<GapFill | null>
}

/** Frames of a device's own recording on their way into the server's, where that has gaps. */
export interface GapFill {
  frame(frame: MediaFrame): void
  /** Resolves when its files are closed and in the index; idempotent. */
  close(): Promise<void>
}

/** A stretch of a device's own recording that is kept beside the server's, in files of its own. */
export interface FootageKey {
  readonly id: number
  readonly deviceId: string
}

export interface StoredPart {
  readonly bytes: number
  /** Where to go on: at the latest key frame, which is not kept; `null` when nothing is there. */
  readonly nextMs: number | null
}

/** Clips on the disk. What a kill or a cut line leaves is known from the files alone. */
export interface FootageFiles {
  /** What is there of a channel that is not being written; what follows its latest key frame is taken away, to be had again. */
  reopen(footageKey: FootageKey, channel: number): Promise<StoredPart>
  /** Writes a channel from its first key frame at or after `fromMs` on. */
  write(footageKey: FootageKey, channel: number, fromMs: number): FootageWriter
  /** Where files of a channel may lie while they come; goes with the clip. */
  uploadFolder(footageKey: FootageKey, channel: number): string
  /** Bytes of a channel. */
  bytes(footageKey: FootageKey, channel: number): Promise<number>
  /** The files of a channel, by time. */
  files(footageKey: FootageKey, channel: number): Promise<readonly StoredFootageFile[]>
  remove(footageKey: FootageKey): Promise<void>
}

export interface StoredFootageFile {
  /** In the media store. */
  readonly path: string
  readonly bytes: number
}

export interface FootageWriter {
  frame(frame: MediaFrame): void
  /** Bytes that wait for the disk. */
  readonly waitingBytes: number
  /** Why the disk takes nothing. */
  readonly error: Error | null
  /** Resolves when the files are closed; idempotent. */
  close(): Promise<void>
}
