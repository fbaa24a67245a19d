/** Files that devices bring by FTP, because 0x9206 asked them to. */
export interface Uploads {
  /** A place for the files of one device. What an earlier upload left in the folder is gone on with. */
  open(order: UploadOrder): Promise<Upload>
  /**
   * 0x1206. `replySerial` names the 0x9206; some devices say 0: that is taken for the only one that is not paused and
   * brought a file.
   */
  uploadOver(deviceId: string, over: UploadOver): void
  /** Whose account this is; `null` for a wrong one. */
  admit(user: string, password: string): UploadPlace | null
  /** Bytes received since the start. */
  readonly bytesIn: number
  /** Ends all accounts; idempotent. */
  close(): Promise<void>
}

export interface UploadOrder {
  readonly deviceId: string
  /** On our disk; the names that devices give are never used there. */
  readonly folder: string
  /** All files together. */
  readonly mostBytes: number
  /** Of all its connections together; 0: as fast as it goes. */
  readonly bytesPerS: number
  /** So many came. */
  readonly onBytes: (bytes: number) => void
}

export interface UploadOver {
  readonly replySerial: number
  /** 0 done, 1 failed. */
  readonly result: number
}

/** An account for one upload: random, for as long as it is open. The password goes into 0x9206 and nowhere else. */
export interface Upload {
  readonly user: string
  readonly password: string
  /** What is named to the device. */
  readonly directory: string
  /** In its files, also by an earlier upload. */
  readonly bytes: number
  /** A file is being received. */
  readonly isReceiving: boolean
  /** Files that came to their end. */
  readonly completed: number
  /** It had more than it may. */
  readonly isFull: boolean
  /** Why our disk does not take it. */
  readonly diskError: Error | null
  /** Monotonic: when the device connected, or sent something, the last time. */
  readonly receivedMs: number
  /** The latest 0x1206 that means it, since it was opened or went on. */
  readonly over: UploadOver | null
  /** The device agreed; the serial of the 0x9206. */
  asked(serial: number): void
  /** The device was requested to pause. */
  pause(): void
  /** The device is about to be requested to continue. */
  goOn(): void
  /** Paths of the files on our disk. */
  files(): Promise<readonly string[]>
  /** The account counts no more and its connections end, when this resolves without writing anything. Idempotent. */
  close(): Promise<void>
}

/** The account as a connection sees it. */
export interface UploadPlace {
  readonly deviceId: string
  /** Bytes that are there of a file; `null` when there is none. */
  size(path: string): Promise<number | null>
  /** Begins or goes on with a file. */
  begin(path: string, from: 'start' | 'end' | number): Promise<FileSink | UploadFailure>
  arrived(): void
  /** Called when the account ends; returns how to stop that. */
  onClose(end: () => void): () => void
}

export type UploadFailure = 'busy' | 'too-many-files' | 'no-such-place' | 'failing'

/** One file while it is received. */
export interface FileSink {
  /** `full`: it was more than may come. */
  write(bytes: Uint8Array): Promise<'written' | 'full' | 'failing'>
  /** `complete`: it came to its end. */
  close(complete: boolean): Promise<void>
}
