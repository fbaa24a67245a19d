// Belongs here: what can be wrong with a bucket, for people. Does not: what is done about it (services/media-uploads).

/** The closed list: what /healthz, the log and a refused start say. */
export const bucketProblems = {
  'bucket-unreachable': 'The media store does not answer. Check its address and the network',
  'bucket-certificate': 'The certificate of the media store is not trusted. Check s3Endpoint and its certificate',
  'bucket-credentials': 'The media store rejects the credentials. Check s3AccessKey and s3SecretKey',
  'bucket-forbidden':
    'The credentials of the media store lack a right. Allow them to list the bucket, and to read, write and delete its objects',
  'bucket-missing': 'The media store has no such bucket. Make it, or correct mediaStore',
  'bucket-region': 'The bucket is in another region. Correct s3Region',
  'bucket-clock': 'The media store says that the clock of this server is wrong. Set the clock',
  'bucket-full': 'The media store is full, or its quota is used up. Make room there',
  'bucket-damaged':
    'A file does not arrive at the media store as it was sent. Check the network and the proxies in between',
  'bucket-failing': 'The media store answers with errors. Its own log has the reason',
  'bucket-unchecked': 'It was not checked yet whether the place in the media store belongs to this site',
  'bucket-unmarked':
    'The place in the media store has no mark of this site, and it is not empty or recordings should be there. Check mediaStore',
  'bucket-foreign':
    'The place in the media store belongs to another site, or to another copy of this database. Check mediaStore',
} as const

export type BucketProblem = keyof typeof bucketProblems

/** The store did not do what it was requested to. Has none of what the client library says of the request, which may name keys. */
export class BucketError extends Error {
  readonly code: BucketProblem

  constructor(problem: BucketProblem, detail: string) {
    super(`${bucketProblems[problem]} (${detail})`)
    this.code = problem
  }
}

export function isBucketProblem(code: unknown): code is BucketProblem {
  return typeof code === 'string' && code in bucketProblems
}

/** Names of errors by S3 and by the stores that speak it. */
const byName: Readonly<Record<string, BucketProblem>> = {
  InvalidAccessKeyId: 'bucket-credentials',
  SignatureDoesNotMatch: 'bucket-credentials',
  InvalidToken: 'bucket-credentials',
  ExpiredToken: 'bucket-credentials',
  AccessDenied: 'bucket-forbidden',
  AllAccessDisabled: 'bucket-forbidden',
  AccountProblem: 'bucket-forbidden',
  NoSuchBucket: 'bucket-missing',
  PermanentRedirect: 'bucket-region',
  AuthorizationHeaderMalformed: 'bucket-region',
  RequestTimeTooSkewed: 'bucket-clock',
  QuotaExceeded: 'bucket-full',
  EntityTooLarge: 'bucket-full',
  BadDigest: 'bucket-damaged',
  InvalidDigest: 'bucket-damaged',
  IncompleteBody: 'bucket-damaged',
  XAmzContentSHA256Mismatch: 'bucket-damaged',
  TimeoutError: 'bucket-unreachable',
  AbortError: 'bucket-unreachable',
}
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/
const UNTRUSTED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

interface ClientError {
  readonly name?: string
  readonly code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

export function bucketErrorOf(error: unknown): BucketError {
  if (error instanceof BucketError) return error
  const { name = 'Error', code, $metadata } = error as ClientError
  const status = $metadata?.httpStatusCode
  const detail = [code ?? name, status === undefined ? '' : `status ${status}`].filter((part) => part !== '').join(', ')
  return new BucketError(problemOf(name, code, status), detail)
}

function problemOf(name: string, code: string | undefined, status: number | undefined): BucketProblem {
  const named = byName[name] ?? (code === undefined ? undefined : byName[code])
  if (named !== undefined) return named
  if (code !== undefined && UNTRUSTED.test(code)) return 'bucket-certificate'
  if (code !== undefined && UNREACHABLE.test(code)) return 'bucket-unreachable'
  if (status === 403) return 'bucket-forbidden'
  if (status === 507) return 'bucket-full'
  return status === undefined && code === undefined && name === 'Error' ? 'bucket-unreachable' : 'bucket-failing'
}

/** Such a name means that there is no object, not that something is wrong. */
export function isNoObject(error: unknown): boolean {
  const { name, $metadata } = error as ClientError
  return name === 'NoSuchKey' || name === 'NotFound' || (name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404)
}

/** Another version of the object is there than the request is for. */
export function isConflict(error: unknown): boolean {
  const { name, $metadata } = error as ClientError
  // 404: there is none any more.
  return $metadata?.httpStatusCode === 412 || name === 'ConditionalRequestConflict' || name === 'NoSuchKey'
}

export function isUnknownRequest(error: unknown): boolean {
  return (error as ClientError).$metadata?.httpStatusCode === 501
}
