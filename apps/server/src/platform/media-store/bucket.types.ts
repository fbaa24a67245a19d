/** Where a bucket is and who may use it. It has a secret: it is never logged, and never leaves the process. */
export interface BucketConnection {
  readonly bucket: string
  /** In front of each key; '' or ends with a slash. */
  readonly prefix: string
  /** Of an S3-compatible store; '': Amazon S3. */
  readonly endpoint: string
  readonly region: string
  /** The bucket stands in the path, not in the host name. */
  readonly pathStyle: boolean
  readonly accessKey: string
  readonly secretKey: string
}

/** An object, for a thread that opens it by itself. */
export interface BucketObject {
  readonly path: string
  readonly connection: BucketConnection
}

/** What a file of this machine is like as an object. */
export interface ObjectUpload {
  /** Below the prefix of the bucket. */
  readonly path: string
  /** From the root of the disk. */
  readonly file: string
  /** What is stored with it; ASCII, at most 1 KB. An object with another label is another file and is not replaced. */
  readonly label: string
  /** Whether an object without a label may be replaced: as a store leaves it that shows uploads before they are whole. */
  readonly replacesUnlabelled: boolean
}

/**
 * `stored`: the object was written and verified. `found`: it was there, whole. `taken`: another file is there. `missing`: there is no local file;
 * nothing was done.
 */
export type UploadOutcome = 'stored' | 'found' | 'taken' | 'missing'

/** `absent`: there is no object. `taken`: another file is there. `missing`: there is no local file to compare with. */
export type ObjectComparison = 'same' | 'different' | 'absent' | 'taken' | 'missing'

/** A small object that is replaced as a whole. */
export interface ObjectText {
  readonly text: string
  /** Which version it is. */
  readonly etag: string
}
