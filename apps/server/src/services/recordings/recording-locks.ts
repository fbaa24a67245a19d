// Belongs here: what is never deleted. Does not: what would be, and when (services/retention).
import type { Segment } from '../../ports/recordings/index.ts'
import type { RecordingLockStore } from './recording-lock.store.ts'
import type { NewRecordingLock, RecordingLock, RecordingLocks } from './recordings.types.ts'

/** Of one device, and of all: each stays in memory. */
const LOCKS_A_DEVICE = 1_000
const LOCKS_IN_ALL = 50_000

/** The locks, in memory as in the table: who removes a file asks right before. */
export class StoredLocks implements RecordingLocks {
  readonly #store: RecordingLockStore
  readonly #byDevice = new Map<number, RecordingLock[]>()
  #count = 0

  constructor(store: RecordingLockStore) {
    this.#store = store
  }

  async load(): Promise<void> {
    for (const lock of await this.#store.all()) this.#cache(lock)
  }

  of(deviceKey: number): readonly RecordingLock[] {
    return this.#byDevice.get(deviceKey) ?? []
  }

  *all(): Iterable<RecordingLock> {
    for (const locks of this.#byDevice.values()) yield* locks
  }

  async lock(lock: NewRecordingLock): Promise<RecordingLock | null> {
    if (this.of(lock.deviceKey).length >= LOCKS_A_DEVICE || this.#count >= LOCKS_IN_ALL) return null
    const added = await this.#store.add(lock)
    this.#cache(added)
    return added
  }

  async unlock(deviceKey: number, id: number): Promise<boolean> {
    if (!this.of(deviceKey).some((lock) => lock.id === id)) return false
    await this.#store.remove(id)
    // As they are now: others were locked and unlocked meanwhile, this one as well.
    const left = this.of(deviceKey).filter((lock) => lock.id !== id)
    this.#count -= this.of(deviceKey).length - left.length
    this.#byDevice.set(deviceKey, left)
    return true
  }

  /** Whether a file reaches into a locked range. */
  holds({ deviceKey, channel, startMs, endMs }: Pick<Segment, 'deviceKey' | 'channel' | 'startMs' | 'endMs'>): boolean {
    return this.of(deviceKey).some(
      (lock) => (lock.channel === 0 || lock.channel === channel) && lock.startMs < endMs && lock.endMs > startMs,
    )
  }

  #cache(lock: RecordingLock): void {
    this.#byDevice.set(lock.deviceKey, [...this.of(lock.deviceKey), lock])
    this.#count += 1
  }
}
