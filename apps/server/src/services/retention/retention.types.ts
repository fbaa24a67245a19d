import type { Job } from '../../platform/scheduler/index.ts'
import type { RecordedRange, RecordingTrouble } from '../../ports/recordings/index.ts'

/** The room for recordings. */
export interface RecordingSpace {
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

/** Removes recordings: by their age, for room, and by command. */
export interface Retention {
  /** To be run by the scheduler. */
  readonly jobs: readonly Job[]
  /** Begins to watch the disk: the index must be complete enough to say what is the oldest. */
  start(): void
  /** How the room develops; at most a minute old. */
  recordingSpace(): Promise<RecordingSpace>
  /**
   * Deletes recordings of a device: the files that reach into `[startMs, endMs)`, or all. What is being recorded goes on in
   * new files. Resolves with the number of files when they are gone; rejects with `PartlyDeleted` when only some are.
   */
  deleteRecordings(deviceKey: number, range: RecordedRange | null): Promise<number>
  /** Reports that another program takes the space that is freed, and its end. */
  onTrouble(listener: (trouble: RecordingTrouble) => void): void
  close(): Promise<void>
}
