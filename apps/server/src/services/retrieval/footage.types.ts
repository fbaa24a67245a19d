import type { FootageStateName, FootageWay } from '@fleetglass/contract/footage'
import type { Job } from '../../platform/scheduler/index.ts'
import type { Clip } from '../recordings/index.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** What is wanted of a device. */
export interface FootageOrder {
  readonly deviceKey: number
  readonly deviceId: string
  /** Unix ms, `[startMs, endMs)`. */
  readonly startMs: number
  readonly endMs: number
  readonly channels: readonly number[]
  /** Those of which the main stream is wanted. */
  readonly mainChannels: readonly number[]
  readonly audio: boolean
  readonly way: FootageWay
  /** Name of the account: what it asked for outlives it. */
  readonly userName: string
  readonly createdMs: number
  /** Number of the event that a download plan fetches it for; `null`: a user requested it. */
  readonly eventSerial: number | null
}

/** How it stands with an order. */
export interface Footage extends FootageOrder {
  readonly id: number
  readonly state: FootageStateName
  /** Why it waits or failed, for people. */
  readonly reason: string
  /** Channels of which all is here that the device had. */
  readonly finished: readonly number[]
  /** Those of them that had something. */
  readonly filled: readonly number[]
  readonly bytes: number
  /** 0 to 1. */
  readonly part: number
  /** Attempts since this process started. */
  readonly tries: number
  /** Those of them in a row that brought nothing. */
  readonly vainTries: number
  /** While it is fetched. */
  readonly bytesPerS: number
  /** Unix ms of the last attempt that brought nothing or broke; `null`: none did. */
  readonly failedMs: number | null
}

/** Footage of times that were asked for, fetched from devices when they are there. */
export interface FootageEngine {
  /** To be run by the scheduler. */
  readonly jobs: readonly Job[]
  /** How much is fetched at once; what else is fetched from devices takes its place there too. */
  readonly limits: FetchLimits
  /** All or none; `null` when there are too many. Resolves with their numbers when they are on disk. */
  add(orders: readonly FootageOrder[]): Promise<readonly number[] | null>
  /** The newest first. */
  all(): readonly Footage[]
  get(id: number): Footage | undefined
  /** Whether there is one that can be paused or gone on with; a failed one is tried again. */
  pause(id: number): Promise<boolean>
  resume(id: number): Promise<boolean>
  /** Forgets it, and removes its files. */
  remove(id: number): Promise<boolean>
  /** What there is of a channel, finished or not; `null` when there is nothing. */
  clip(id: number, channel: number): Promise<Clip | null>
  /** Ends what runs; it goes on after the next start. Idempotent. */
  close(): Promise<void>
}
