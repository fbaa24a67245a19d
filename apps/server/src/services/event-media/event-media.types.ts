import type { ErrorCode } from '@fleetglass/contract/errors'
import type { Alongside } from '../events/index.ts'

export type EventMediaKind = 'footage' | 'snapshot'

/** Which piece of media: one of a kind for each channel of an event. */
export interface EventMediaKey {
  /** Of the event. */
  readonly serial: number
  readonly channel: number
  readonly kind: EventMediaKind
}

/** What was fetched for an event, or is to be. */
export interface EventMediaItem extends EventMediaKey {
  readonly state: 'waiting' | 'fetching' | 'done' | 'failed'
  /** How far it is, 0 to 100. */
  readonly percent: number
  /** Attempts to fetch it. */
  readonly tries: number
  /** Unix seconds, what the file shows; `null` while there is none. */
  readonly startS: number | null
  readonly endS: number | null
  /** Below the data folder, with slashes; `null` while there is none. */
  readonly path: string | null
  readonly bytes: number
  /** Why it waits or failed; `null`: there is no reason. */
  readonly reason: ErrorCode | null
}

export interface StoredEventMedia extends EventMediaItem {
  /** Unix ms. */
  readonly updatedMs: number
}

/** What the server has of events: footage of 8 channels, snapshots of 16 (EVT-28, EVT-29). */
export interface EventMedia {
  /**
   * Stores how an item stands, in place of what was stored of it before. The event has a new update time, and its masks, tries and
   * `completed` follow. `false`: the event is not there, so nothing was stored.
   */
  put(item: EventMediaItem): Promise<boolean>
  /** Writes new items in a transaction of the caller. An item that is there already stays as it is. */
  adding(items: readonly EventMediaItem[]): Alongside
  find(key: EventMediaKey): Promise<StoredEventMedia | null>
  /** Of these events, by channel, footage first. */
  ofEvents(serials: readonly number[]): Promise<ReadonlyMap<number, readonly StoredEventMedia[]>>
  /** Items whose event was removed, at most `limit`; their files are to be removed, then they are forgotten. */
  orphans(limit: number): Promise<readonly StoredEventMedia[]>
  forget(items: readonly EventMediaKey[]): Promise<void>
}
