// What a plan does, in plain names. The names on the wire are in event-plans.wire.ts.
import type { MinuteRange } from './time-parts.ts'

/** Channels that a plan can name: its masks have a bit for each (PLAN-20). */
export const PLAN_CHANNELS = 8

export interface DownloadSettings {
  /** PLAN-19. `hide`: the event is stored, and left out of lists and notices (PLAN-44). `list`: it is listed, nothing is fetched. */
  readonly action: 'hide' | 'fetch' | 'list'
  /** Counted from 1, ascending. */
  readonly channels: readonly number[]
  /** Channels whose main stream is fetched; of the others the sub stream (PLAN-46). */
  readonly mainStreamChannels: readonly number[]
  /** PLAN-27. Sound comes with video only; one of video and snapshot is on. */
  readonly media: { readonly video: boolean; readonly audio: boolean; readonly snapshot: boolean }
  readonly beforeS: number
  readonly afterS: number
  /** Only events in `timeParts` are fetched; none where there is no part (PLAN-48). */
  readonly isTimed: boolean
  readonly timeParts: readonly MinuteRange[]
  /** Least seconds between two fetches of a device and code; 0: none (PLAN-50). */
  readonly intervalS: number
  /** A longer clip is cut; 0: it is not (PLAN-50). */
  readonly longestS: number
  readonly accOffOnly: boolean
  readonly isUploaded: boolean
  /** `ftp://user:password@host:port/folder`, or empty (PLAN-52). */
  readonly uploadUrl: string
}

export interface PushSettings {
  readonly isEnabled: boolean
  readonly name: string
  /** An `http(s)` address or the file name of a program (PLAN-56). */
  readonly script: string
}

export interface RealtimeSettings {
  readonly isCalled: boolean
  /** For which the call rings (PLAN-58). */
  readonly callS: number
  readonly isMailed: boolean
  readonly receivers: readonly string[]
}

export interface PlanSettings {
  readonly download: DownloadSettings
  readonly push: PushSettings
  readonly realtime: RealtimeSettings
}

export type PlanKind = keyof PlanSettings

/** Whom a plan covers: all devices, one, or those in and below a group (PLAN-18). */
export const planModes = ['GLOBAL', 'DEVICE', 'GROUP'] as const
export type PlanMode = (typeof planModes)[number]

/** `deviceid` of a plan that covers all devices (PLAN-31). */
export const GLOBAL_PLAN = 'GLOBAL'
