import type { MediaFile } from '../../platform/media-store/index.ts'
import type { UploadOver } from './files.types.ts'

/** Files that devices bring, for features and services on any node. They lie at the node that the device is connected to. */
export interface DeviceFiles {
  /**
   * Opens a place for the files of one channel; what an earlier upload left there is gone on with. `null`: the device is not
   * connected.
   */
  open(order: FileOrder): Promise<DeviceUpload | null>
}

export interface FileOrder {
  readonly deviceId: string
  /** The footage that the files are for. */
  readonly footageId: number
  readonly channel: number
  /** All files together. */
  readonly mostBytes: number
  /** Of all its connections together; 0: as fast as it goes. */
  readonly bytesPerS: number
}

/** An account for one upload: random, for as long as it is open. The password goes into 0x9206 and nowhere else. */
export interface DeviceUpload {
  readonly user: string
  readonly password: string
  /** What is named to the device. */
  readonly directory: string
  status(): Promise<UploadStatus>
  /** The device agreed; the serial of the 0x9206. */
  asked(serial: number): Promise<void>
  /** The device was requested to pause. */
  pause(): Promise<void>
  /** The device is about to be requested to continue. */
  goOn(): Promise<void>
  /** The account counts no more; its files can be read until `close`. Resolves when nothing is being written. */
  end(): Promise<void>
  files(): Promise<readonly UploadedFile[]>
  /** Ends the account; the files stay for a later upload unless they are removed. Idempotent. */
  close(files: 'keep' | 'remove'): Promise<void>
}

export interface UploadedFile {
  open(): Promise<MediaFile>
}

export interface UploadStatus {
  /** In its files, also by an earlier upload. */
  readonly bytes: number
  /** A file is being received. */
  readonly isReceiving: boolean
  /** Files that came to their end. */
  readonly completed: number
  /** It had more than it may. */
  readonly isFull: boolean
  /** Why the disk does not take it. */
  readonly diskError: string | null
  /** Since the device connected, or sent something, the last time. */
  readonly silentMs: number
  /** The latest 0x1206 that means it, since it was opened or went on. */
  readonly over: UploadOver | null
}
