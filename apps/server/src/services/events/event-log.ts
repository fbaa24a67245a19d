// Belongs here: events on their way to the disk, in groups; published when they are stored. Does not: SQL (event.store.ts).
import type { Clock, Timer } from '../../platform/clock/index.ts'
import type { EventStore } from './event.store.ts'
import type { Alongside, DeviceEvent, EventCompanion, NumberedEvent } from './event.types.ts'

/** A group goes to the disk this long after its first event. */
const GROUP_MS = 50
/** What was appended at once stays together; so much of it in one group. */
const GROUP_ENTRIES = 500
/** After a refusal of the disk the same group is tried again. */
const RETRY_MS = 1_000
/** Events that may wait for the disk. Beyond this no event is accepted, and its source reports it again. */
export const MAX_WAITING = 10_000

export interface EventLogDeps {
  readonly clock: Clock
  readonly store: Pick<EventStore, 'add'>
  readonly companions?: Iterable<EventCompanion>
  /** Called with each group once it is on disk. */
  readonly stored: (events: readonly NumberedEvent[]) => void
  readonly failed: (error: Error) => void
}

interface Waiting {
  readonly events: readonly DeviceEvent[]
  readonly alongside: Alongside | null
  readonly settle: (error?: Error) => void
}

/** Writes events in the order in which they came. */
export class EventLog {
  readonly #deps: EventLogDeps
  #waiting: Waiting[] = []
  #timer: Timer | null = null
  #writing: Promise<void> | null = null
  #isWriting = false
  /** The write before failed, perhaps only its answer. */
  #isRetry = false
  #closed = false

  constructor(deps: EventLogDeps) {
    this.#deps = deps
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.#closed || this.#waiting.length >= MAX_WAITING
  }

  /** Resolves when the events are on disk, with what is written alongside; rejects when the log is full or ends before. */
  append(events: readonly DeviceEvent[], alongside: Alongside | null = null): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('the event log takes no more'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ events, alongside, settle: (error) => (error ? reject(error) : resolve()) })
      // A writing that goes on takes it too; a second one beside it would write the same group twice.
      if (!this.#isWriting) this.#timer ??= this.#deps.clock.after(GROUP_MS, () => this.#write())
    })
  }

  /** Tries once more; what the disk refuses then is lost, and was never acknowledged. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await this.#writing
    while (this.#waiting.length > 0) {
      const error = await this.#writeGroup(this.#waiting.slice(0, GROUP_ENTRIES))
      if (!error) continue
      for (const { settle } of this.#waiting.splice(0)) settle(error)
    }
  }

  #write(): void {
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  async #writeAll(): Promise<void> {
    this.#timer = null
    this.#isWriting = true
    let error: Error | null = null
    while (error === null && this.#waiting.length > 0 && !this.#closed) {
      error = await this.#writeGroup(this.#waiting.slice(0, GROUP_ENTRIES))
    }
    this.#isWriting = false
    if (error === null) return
    this.#deps.failed(error)
    this.#timer = this.#deps.clock.after(RETRY_MS, () => this.#write())
  }

  /** What was written leaves the queue; otherwise it stays, and the reason comes back. */
  async #writeGroup(group: readonly Waiting[]): Promise<Error | null> {
    const events = group.flatMap((entry) => entry.events)
    const alongside = group.flatMap((entry) => entry.alongside ?? [])
    let stored: readonly NumberedEvent[]
    try {
      const { store, companions = [] } = this.#deps
      stored = await store.add(events, alongside, { again: this.#isRetry, companions })
    } catch (error) {
      this.#isRetry = true
      return error instanceof Error ? error : new Error(String(error))
    }
    this.#isRetry = false
    this.#waiting.splice(0, group.length)
    for (const { settle } of group) settle()
    this.#deps.stored(stored)
    return null
  }
}
