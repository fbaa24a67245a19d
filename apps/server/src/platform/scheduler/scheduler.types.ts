import type { Schedule } from './schedule.ts'

/** Work that recurs and that one process does for all that share a database. */
export interface Job {
  /** Its row in the database: the same in every process and version. */
  readonly name: string
  readonly schedule: Schedule
  /**
   * Waits until the wall clock has been in step for an hour. For jobs that remove what is old: a machine without a battery starts
   * in the wrong year.
   */
  readonly needsTrustedTime?: boolean
  /** When `signal` is aborted the server stops, or another process has taken the job: end soon. Work is safe to do twice. */
  run(signal: AbortSignal): Promise<void>
}

export interface ScheduledJob {
  /** The job does not start again in this process; resolves when a run of it has ended. */
  close(): Promise<void>
}

export interface Scheduler {
  /** The job's first run is one period after its name was first seen. Throws for a name that is taken. */
  add(job: Job): ScheduledJob
  /** Resolves when every running job has ended; idempotent. */
  close(): Promise<void>
}
