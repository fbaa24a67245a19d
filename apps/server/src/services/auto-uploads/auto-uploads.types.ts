import type { Job } from '../../platform/scheduler/index.ts'

/** 0x0801, the FTP listener, or an attachment of an alarm (AUTOUP-12). */
export type AutoUploadSource = 'multimedia' | 'ftp' | 'attachment'

/** A file that a device has uploaded on its own, all of it. */
export interface ArrivedFile {
  readonly device: { readonly key: number; readonly deviceId: string }
  readonly source: AutoUploadSource
  /** How the device calls it where it came from: a file that comes again by this name may go on with the one before. Empty: it never does. */
  readonly origin: string
  /** As the device gave it: a path, or anything else. */
  readonly name: string
  /** Unix seconds; `null`: the device does not say when it made it. */
  readonly fileS: number | null
  /** Number of the alarm that it belongs to; left out: it is not the file of an alarm. */
  readonly alarm?: string
}

/** A file that is stored. */
export interface StoredAutoUpload {
  readonly serialNo: number
  readonly deviceKey: number
  readonly deviceId: string
  readonly name: string
  readonly ext: string
  readonly bytes: number
  readonly sha256: string
  /** Below the data folder. */
  readonly path: string
  readonly fileS: number
  readonly updatedS: number
  /** Number of the alarm that it belongs to; empty: of none. */
  readonly alarm: string
}

/** An alarm of active safety of a device. */
export interface AlarmOfDevice {
  readonly deviceKey: number
  readonly alarm: string
}

export interface AutoUploadFilter {
  /** File time in `[fromS, toS)`, unix seconds. */
  readonly fromS: number
  readonly toS: number
  readonly deviceId?: string | undefined
  readonly ext?: string | undefined
  /** `null`: those of every device. */
  readonly deviceKeys: readonly number[] | null
}

/** Bytes in memory, or a file on this machine, which is moved. */
export type AutoUploadContent = Uint8Array | { readonly file: string }

/** `repeated`: the same file was stored before. `too-large`: it never will be. */
export type StoreOutcome = 'stored' | 'repeated' | 'too-large'

export interface OpenAutoUpload {
  readonly byteLength: number
  /** Changes when the file does. */
  readonly tag: string
  /** Bytes `[start, end)`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

export interface AutoUploads {
  /** Bytes of one file. */
  readonly fileBytes: number
  /** Where uploads of a device lie until they are complete. */
  partialFolder(deviceId: string): string
  /** The same of uploads that the device does not resume: it is emptied at the start of the server. */
  incomingFolder(deviceId: string): string
  /** Resolves when the file and its row are on the disk: only then may the device learn that it came. */
  store(arrived: ArrivedFile, content: AutoUploadContent): Promise<StoreOutcome>
  /** The newest file that came by this name. */
  ofOrigin(deviceKey: number, origin: string): Promise<StoredAutoUpload | null>
  /** Where it lies on this machine. */
  locate(upload: StoredAutoUpload): string
  /** The newest first. */
  find(filter: AutoUploadFilter, page: { readonly offset: number; readonly limit: number }): Promise<StoredAutoUpload[]>
  /** The files of some alarms. */
  ofAlarms(alarms: readonly AlarmOfDevice[]): Promise<readonly StoredAutoUpload[]>
  get(serialNo: number): Promise<StoredAutoUpload | null>
  /** `null`: it was removed meanwhile. */
  open(upload: StoredAutoUpload): Promise<OpenAutoUpload | null>
  /** A file below the data folder is about to be removed for space. */
  forget(path: string): Promise<void>
  readonly jobs: readonly Job[]
}
