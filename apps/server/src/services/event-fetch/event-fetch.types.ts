import type { EventMediaKind } from '../event-media/index.ts'

/** What is wanted of an event, of one kind: it waits until it is done or given up. */
export interface NewFetchOfEvent {
  /** Of the event. */
  readonly serial: number
  readonly kind: EventMediaKind
  readonly deviceKey: number
  readonly deviceId: string
  /** Unix seconds of the event. */
  readonly timeS: number
  /** Unix ms, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
  readonly channels: readonly number[]
  /** Those of which the main stream is wanted. */
  readonly mainChannels: readonly number[]
  readonly audio: boolean
  /** Only while the ignition is off. */
  readonly accOffOnly: boolean
  /** `ftp://` address with its password; empty: nothing is uploaded. */
  readonly upload: string
  /** Unix ms. */
  readonly notBeforeMs: number
}

export interface FetchOfEvent extends NewFetchOfEvent {
  readonly id: number
  readonly tries: number
}

/** An event to which the plans have not been applied. */
export interface NewEvent {
  readonly serial: number
  readonly deviceKey: number
  readonly timeS: number
  readonly code: number
  /** Only what begins is fetched. */
  readonly isNew: boolean
}
