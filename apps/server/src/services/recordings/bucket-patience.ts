// Belongs here: requests to the bucket that are made again, and some at a time. Does not: what is requested (index-builder.ts).
import type { Clock } from '../../platform/clock/index.ts'
import { isBucketFailure } from '../../platform/media-store/index.ts'

/** With pauses of 2 s, 4 s and so on in between, two minutes in all. */
const TRIES = 7
const FIRST_PAUSE_MS = 2_000

export interface BucketPatience {
  readonly clock: Clock
  /** Resolves when the bucket works; rejects when it does not for a long time. */
  readonly untilUsable: () => Promise<void>
}

/** Makes a request again that the bucket failed. Rejects with its last error. */
export async function patiently<Answer>(
  { clock, untilUsable }: BucketPatience,
  request: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      if (!isBucketFailure(error) || tries === TRIES) throw error
      await new Promise<void>((resolve) => clock.after(FIRST_PAUSE_MS * 2 ** (tries - 1), resolve))
      await untilUsable()
    }
  }
}

/** Runs so many tasks at a time. */
export class ConcurrentTasks {
  readonly #limit: number
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Resolves when the next one may be started. Throws what one of those before threw. */
  async start(task: () => Promise<void>): Promise<void> {
    const running: Promise<void> = task()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    if (this.#running.size >= this.#limit) await Promise.race(this.#running)
    this.check()
  }

  /** Never rejects. */
  async allDone(): Promise<void> {
    await Promise.all(this.#running)
  }

  check(): void {
    if (this.#failure !== null) throw this.#failure.error
  }
}
