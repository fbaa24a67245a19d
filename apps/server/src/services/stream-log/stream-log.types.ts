import type { StreamEntrance, StreamLogType } from '@fleetglass/contract/stream-log'
import type { Job } from '../../platform/scheduler/index.ts'
import type { RegisteredDevice } from '../directory/index.ts'

/** What a user does with pictures of a device. */
export type StreamUseKind = 'live' | 'localPlayback' | 'localDownload' | 'remotePlayback' | 'remoteDownload'

export interface StreamUse {
  readonly kind: StreamUseKind
  readonly user: string
  readonly device: Pick<RegisteredDevice, 'key' | 'deviceId'>
  /** 0: all channels of the device. */
  readonly channel: number
}

/** Written once, when its time is known, and never changed. */
export interface StreamLogEntry {
  readonly serialNo: number
  readonly user: string
  readonly deviceId: string
  readonly channel: number
  readonly entrance: StreamEntrance
  readonly type: StreamLogType
  /** Unix ms. */
  readonly askMs: number
  readonly duringS: number
  readonly updateMs: number
}

export interface StreamLogFilter {
  /** Of the update time, unix ms, [from, to). */
  readonly fromMs: number
  readonly toMs: number
  /** Whole names; empty: any. */
  /** Only older rows than this one. */
  readonly before?: Pick<StreamLogEntry, 'updateMs' | 'serialNo'> | undefined
  readonly user: string
  readonly deviceId: string
  readonly type?: StreamLogType | undefined
  readonly entrance?: StreamEntrance | undefined
  /** The devices that are meant; `null`: any, also those that were removed since. */
  readonly devices: readonly Pick<RegisteredDevice, 'key' | 'deviceId'>[] | null
}

export interface StreamLog {
  /** To be run by the scheduler. */
  readonly jobs: readonly Job[]
  /** Returns at once: rows are written in batches. A later call of `end` does nothing. */
  begin(use: StreamUse): { end(): void }
  /** Newest first. */
  find(filter: StreamLogFilter, page: { readonly offset: number; readonly limit: number }): Promise<StreamLogEntry[]>
  /** Ends what is still open, and writes it. */
  close(): Promise<void>
}
