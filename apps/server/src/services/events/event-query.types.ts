import type { EventOrder } from '@fleetglass/contract/events'
import type { StoredDeviceEvent } from './event.store.ts'

/** Which events are wanted: all of it holds together. Hidden events are never among them. */
export interface EventFilter {
  readonly deviceKeys: readonly number[]
  /** They are this part of all devices, 0 to 1. */
  readonly share: number
  /** Unix seconds, both included. */
  readonly startS: number
  readonly endS: number
  /** Unix ms, not included. */
  readonly afterUpdatedMs?: number | undefined
  readonly serial?: number | undefined
  readonly afterSerial?: number | undefined
  readonly beforeSerial?: number | undefined
  readonly codes?: readonly number[] | undefined
  readonly hasSnapshot?: boolean | undefined
}

export interface EventPage {
  readonly order: EventOrder
  readonly desc: boolean
  readonly limit: number
  readonly offset: number
}

/** An event with how it was dealt with. */
export interface ListedEvent extends StoredDeviceEvent {
  /** Unix ms. */
  readonly updatedMs: number
  readonly checked: boolean
  /** `null`: nobody wrote one. */
  readonly editedMemo: string | null
  readonly byServer: boolean
  readonly fenceName: string
  readonly tries: number
  readonly completed: boolean
  /** Bit n-1 is channel n. */
  readonly footageMask: number
  readonly snapshotMask: number
  /** The server has a closed recording of that time. */
  readonly isRecorded: boolean
}

/** How many events of a code a device has. */
export interface EventCount {
  readonly deviceKey: number
  readonly code: number
  readonly count: number
  /** Unix seconds of the newest of them. */
  readonly lastS: number
}

export type NewestEvent = Pick<StoredDeviceEvent, 'deviceKey' | 'code' | 'timeS' | 'change' | 'memo'>

/** Finds events and changes what people say of them. */
export interface EventQueries {
  page(filter: EventFilter, page: EventPage): Promise<ListedEvent[]>
  /** Counts to `limit`. */
  count(filter: EventFilter, limit: number): Promise<number>
  /**
   * By device and code, begins only: an event and its end count as one. Those without an event are left out, and so are disk errors
   * of the server's own disk.
   */
  counts(filter: EventFilter): Promise<readonly EventCount[]>
  /**
   * The newest event of each device and code since then, of all devices: a condition lasts as long as it has not ended. `reportedOnly`
   * leaves out what the server detected itself, and reads the row of each event of these codes.
   */
  newest(
    codes: readonly number[],
    sinceS: number,
    options?: { readonly reportedOnly?: boolean },
  ): Promise<readonly NewestEvent[]>
  /** Also a hidden one. */
  bySerial(serial: number): Promise<ListedEvent | null>
  /** Answers the new update time, unix ms; `null` when the event is not there. */
  change(serial: number, change: { readonly checked: boolean } | { readonly memo: string }): Promise<number | null>
}
