import type { ErrorCode } from '@fleetglass/contract/errors'

/** A file of an event that its plan uploads to another server. */
export interface NewEventUpload {
  /** Of the event. */
  readonly serial: number
  readonly deviceId: string
  /** Unix seconds of the event. */
  readonly timeS: number
  /** Below the data folder. */
  readonly path: string
  /** What it is called at the target. */
  readonly name: string
  readonly bytes: number
  /** `ftp://user:password@host:port/folder`. */
  readonly target: string
  /** Unix ms. */
  readonly addedMs: number
}

export interface EventUpload extends Omit<NewEventUpload, 'target'> {
  readonly id: number
  /** The target without user and password. */
  readonly address: string
  readonly state: 'waiting' | 'done' | 'failed'
  /** Why it waits or failed. */
  readonly reason: ErrorCode | null
  readonly tries: number
  /** Unix seconds, what the file shows; 0: not known. */
  readonly startS: number
  readonly endS: number
}
