import type { BucketObject } from './bucket.types.ts'

/**
 * Whole files by path, in a folder or in a bucket. Paths have slashes and do not begin with one. A path that begins
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
  /** Deletes many in few requests; `onGone` has each that is gone. Rejects when one cannot be deleted, after `onGone` had those that are gone. */
  deleteAll(paths: readonly string[], onGone: (path: string) => void): Promise<void>
  /** What people call a file in messages. */
  describe(path: string): string
}

/** Of both, the file counts where it is there. */
export interface MediaLocation {
  /** From the root of the disk; left out: in no folder. */
  readonly file?: string
  /** Where the file is, or where it went since it was looked for. */
  readonly object?: BucketObject
}

export interface LocalFile {
  /** From the root of the disk. */
  readonly file: string
}

/** A file that is open for reading. */
export interface MediaFile {
  /** What was stored with the file; `undefined` in a folder, '' for none. */
  readonly label?: string
  /** Fewer bytes where the file ends. */
  read(position: number, length: number): Promise<Uint8Array>
  /** Rejects for what is not a regular file. */
  size(): Promise<number>
  close(): Promise<void>
}
