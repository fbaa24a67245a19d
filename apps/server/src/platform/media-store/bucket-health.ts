// Belongs here: whether the bucket works, as its last caller saw it. Does not: trying again (services/media-uploads).
import type { Log } from '../log/index.ts'
import { type BucketProblem, bucketProblems, isBucketProblem } from './bucket-problem.ts'

/** Problems of one file: the bucket works. */
const OF_ONE_FILE: ReadonlySet<BucketProblem> = new Set(['bucket-damaged'])

/** The log has a line when the bucket fails, when it fails for another reason, and when it works again. */
export class BucketHealth {
  /** Why the bucket cannot be used; `null` while it can. */
  problem: BucketProblem | null = null
  readonly #log: Log
  readonly #name: string

  constructor(log: Log, name: string) {
    this.#log = log
    this.#name = name
  }

  get sentence(): string | null {
    return this.problem && `${bucketProblems[this.problem]}. Recordings stay on the disk of this server until then`
  }

  works(): void {
    if (this.problem !== null) this.#log.info({ bucket: this.#name }, 'The media store works again')
    this.problem = null
  }

  /** Whether the error means that nothing can be done with the bucket now. */
  failed(error: unknown): boolean {
    const { code, message } = error as { code?: unknown; message?: string }
    if (!isBucketProblem(code) || OF_ONE_FILE.has(code)) return false
    if (this.problem !== code) {
      this.#log.error(
        { bucket: this.#name, problem: code },
        `${message}. Recordings stay on the disk of this server until then`,
      )
    }
    this.problem = code
    return true
  }
}
