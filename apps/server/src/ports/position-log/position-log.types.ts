import type { TrackPoint } from './track-point.types.ts'

/** Who waits for a point to be on disk. One object per connection and a number per point: no closure for each point. */
export interface CommitWaiter {
  /** Called once per point, after the transaction that holds it; with an error when the disk refused. */
  committed(token: number, error?: Error): void
}

/**
 * Every position is written once and acknowledged only when it is on disk: a group goes to the database's writer 100 ms
 * after its first point, so that an answer stays below 200 ms on a disk that keeps up. Positions never drop; once
 * `MAX_WAITING` points wait, `append` answers false: the point was taken, and the caller stops reading its sockets until
 * `onDrained`.
 */
export interface PositionLog {
  append(point: TrackPoint, waiter: CommitWaiter, token: number): boolean
  /** Called when the log takes points again after `append` answered false. */
  onDrained(listener: () => void): { close(): void }
  /** Points taken that are not on disk yet. */
  readonly waiting: number
  readonly stats: PositionLogStats
  /** Commits the waiting points and notifies their callers; takes no further points. The database stays open. Idempotent. */
  close(): Promise<void>
}

/** A log that marks each quarter of an hour with new points, in their transaction, for services that keep sums (`SlotMarks`). */
export interface MarkedLog extends PositionLog {
  /** What these devices send from now on is marked anew; resolves when what was marked as before can be read. */
  freeMarks(deviceKeys: Iterable<number>): Promise<void>
}

/** Counters since the start, for the metrics page. */
export interface PositionLogStats {
  /** Points on disk, those that came again and those without a clock included. */
  readonly points: number
  readonly groups: number
  readonly failedGroups: number
  /** Milliseconds from handing the last group over to its commit. */
  readonly lastCommitMs: number
}
