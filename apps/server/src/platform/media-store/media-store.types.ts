/** Whole files by path. A folder today; a bucket keeps the same promises. Paths have slashes and do not begin with one. */
export interface MediaStore {
  /** What a worker thread opens the same store with (`openMediaOnThread`). */
  readonly location: MediaLocation
  /** Stores a file as a whole, from memory or from a file on this machine, which is moved. Replaces what is there. */
  put(path: string, content: Uint8Array | LocalFile): Promise<void>
  /** Opens a file to read ranges of it. Rejects with the code `ENOENT` when it is missing. */
  open(path: string): Promise<MediaFile>
  /** Names of what lies directly below a path ('' is the top), sorted. Empty for a path that is missing, but not for the top. */
  list(path: string): Promise<string[]>
  /** `null` when there is no such file. */
  size(path: string): Promise<number | null>
  /** Whether it was there. */
  delete(path: string): Promise<boolean>
  /** What people call a file in messages. */
  describe(path: string): string
}

export interface MediaLocation {
  readonly folder: string
}

export interface LocalFile {
  /** From the root of the disk. */
  readonly file: string
}

/** A file that is open for reading. */
export interface MediaFile {
  /** Fewer bytes where the file ends. */
  read(position: number, length: number): Promise<Uint8Array>
  /** Rejects for what is not a regular file. */
  size(): Promise<number>
  close(): Promise<void>
}
