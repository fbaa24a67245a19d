import type { Job } from '../../platform/scheduler/index.ts'

/** Every source of messages about a device. */
export interface DeviceLogWriter {
  /** Adds a line with the time of now; control characters and what is too long are cut. Never waits. */
  write(deviceId: string, text: string): void
}

export interface DeviceLog extends DeviceLogWriter {
  /** To be run by the scheduler. */
  readonly jobs: readonly Job[]
  /** What was written in `[fromMs, toMs)`, unix ms, at most three days of it, in the order it was written. */
  read(deviceId: string, fromMs: number, toMs: number): Promise<readonly LogLine[]>
  /** Writes what waits; idempotent. */
  close(): Promise<void>
}

export interface LogLine {
  /** Unix ms. */
  readonly timeMs: number
  readonly text: string
}
