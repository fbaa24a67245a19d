/**
 * Whole files by path. A folder today; a bucket keeps the same promises. Paths have slashes and do not begin with one. A path that begins
 * with `@<uuid>/` lies on a media slot; one that is not there is an error for each call, never a file that is missing.
 */
export interface MediaStore {
  /** What a worker thread opens a file with (`openMediaOnThread`); `null` on a slot that is not there. */
  locate(path: string): MediaLocation | null
  /** Where files may lie: '' (the folder itself), then each media slot that is there; `writable`: those from which files may be deleted. */
  slots(which?: 'writable'): readonly string[]
  /** Stores a file as a whole, from memory or from a file on this machine, which is moved. Replaces what is there. */
  put(path: string, content: Uint8Array | LocalFile): Promise<void>
  /** Opens a file to read ranges of it. Rejects with the code `ENOENT` when it is missing. */
  open(path: string): Promise<MediaFile>
  /** Names of what lies directly below a path ('' and `@<uuid>` are tops), sorted. Empty for a path that is missing, but not for a top. */
  list(path: string): Promise<string[]>
  /** `null` when there is no such file. */
  size(path: string): Promise<number | null>
  /** Whether it was there. */
  delete(path: string): Promise<boolean>
  /** What people call a file in messages. */
  describe(path: string): string
}

export interface MediaLocation {
  /** From the root of the disk. */
  readonly file: string
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
