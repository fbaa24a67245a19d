// Belongs here: whether the bucket works, as its last caller saw it. Does not: trying again (services/media-uploads).
import type { Log } from '../log/index.ts'
import { type BucketError, type BucketProblem, bucketProblems, isBucketProblem } from './bucket-problem.ts'

/** Problems of one file: the bucket works. */
const OF_ONE_FILE: ReadonlySet<BucketProblem> = new Set(['bucket-damaged'])

/** The bucket answers, but what lies there may be of another site: only a check of its mark ends these. */
const OF_SITE: ReadonlySet<BucketProblem> = new Set(['bucket-unchecked', 'bucket-unmarked', 'bucket-foreign'])

/** Whether nothing can be done with the bucket now; false: it is about one file, or nothing of the bucket. */
export function isBucketFailure(error: unknown): error is BucketError {
  const { code } = error as { code?: unknown }
  return isBucketProblem(code) && !OF_ONE_FILE.has(code)
}

/** The log has a line when the bucket fails, when it fails for another reason, and when it works again. */
export class BucketHealth {
  readonly #log: Log
  readonly #name: string
  #ofSite: BucketProblem | null = 'bucket-unchecked'
  #fault: BucketProblem | null = null
  /** Of the problem, with what to do. */
  message = ''
  readonly #listeners: (() => void)[] = []

  constructor(log: Log, name: string) {
    this.#log = log
    this.#name = name
  }

  /** Why the bucket cannot be used; `null` while it can. */
  get problem(): BucketProblem | null {
    return this.#ofSite === 'bucket-unchecked' ? (this.#fault ?? this.#ofSite) : (this.#ofSite ?? this.#fault)
  }

  /** Whether the mark of the bucket was found to be that of this site, in this process. */
  get isOwn(): boolean {
    return this.#ofSite === null
  }

  /** Whether the problem is that the place is not that of this site. */
  get isOthers(): boolean {
    return this.#ofSite !== null && this.#ofSite !== 'bucket-unchecked'
  }

  get sentence(): string | null {
    return this.problem && `${bucketProblems[this.problem]}. Recordings stay on the disk of this server until then`
  }

  /** Called when the bucket can be used again, and the first time. */
  onWorking(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** The bucket answers, and it is that of this site. */
  works(): void {
    const before = this.problem
    if (before === null) return
    if (before !== 'bucket-unchecked') this.#log.info({ bucket: this.#name }, 'The media store works again')
    this.#ofSite = null
    this.#fault = null
    for (const listener of this.#listeners) listener()
  }

  /** Whether the error means that nothing can be done with the bucket now. */
  failed(error: unknown): boolean {
    if (!isBucketFailure(error)) return false
    const { code, message } = error
    const before = this.problem
    if (OF_SITE.has(code)) this.#ofSite = code
    else this.#fault = code
    if (this.problem === code) this.message = message
    if (this.problem !== before) {
      this.#log.error(
        { bucket: this.#name, problem: code },
        `${message}. Recordings stay on the disk of this server until then`,
      )
    }
    return true
  }
}
