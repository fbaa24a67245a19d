// Belongs here: what the disk holds, what goes first, when it is full. Does not: removing it (expiry.ts, disk-space.ts).
import type { Clock } from '../../platform/clock/index.ts'
import type { DeviceRegistry } from '../directory/index.ts'
import type { RecordingStore } from '../recordings/index.ts'
import type { RecordingSpace } from './retention.types.ts'

const DAY_MS = 86_400_000
/** Sums over a day of all devices are made this often at most. */
const CACHE_MS = 60_000

export interface RecordingSpaceDeps {
  readonly clock: Clock
  readonly store: Pick<RecordingStore, 'oldest' | 'bytesSince' | 'lockedBytes'>
  readonly registry: DeviceRegistry
  readonly defaultDays: () => number
  /** What is younger than its days goes when the room is used up; else recording pauses. */
  readonly overwriteEarly: () => boolean
  readonly disk: () => { readonly freeBytes: number; readonly floorBytes: number }
  readonly usedBytes: () => number
  /** Media slots from which recordings may be deleted. */
  readonly slots: () => readonly string[]
  /** Closed files leave the disk for a bucket that works. */
  readonly leavesDisk: () => boolean
}

/** How the room develops, from what the last 24 hours brought. */
export class SpaceForecast {
  readonly #deps: RecordingSpaceDeps
  #latest: { readonly recordingSpace: Promise<RecordingSpace>; readonly askedMs: number } | null = null

  constructor(deps: RecordingSpaceDeps) {
    this.#deps = deps
  }

  ask(): Promise<RecordingSpace> {
    const nowMs = this.#deps.clock.monotonicMs()
    if (this.#latest === null || nowMs - this.#latest.askedMs > CACHE_MS) {
      const recordingSpace = this.#forecast()
      this.#latest = { recordingSpace, askedMs: nowMs }
      recordingSpace.catch(() => {
        this.#latest = null
      })
    }
    return this.#latest.recordingSpace
  }

  async #forecast(): Promise<RecordingSpace> {
    const { clock, store, disk, usedBytes } = this.#deps
    const nowMs = clock.nowMs()
    const [bytesPerDay, lockedBytes, byAge, [oldest]] = await Promise.all([
      store.bytesSince(nowMs - DAY_MS),
      store.lockedBytes(),
      this.#firstByAge(),
      store.oldest({ slots: this.#deps.slots(), beforeMs: Number.MAX_SAFE_INTEGER, limit: 1 }),
    ])
    const { freeBytes, floorBytes } = disk()
    const usedUpMs = nowMs + (Math.max(0, freeBytes - floorBytes) / bytesPerDay) * DAY_MS
    // From the moment on that as much goes by its age as comes, the room stays as it is.
    const isSteady = bytesPerDay === 0 || this.#deps.leavesDisk() || (byAge !== null && byAge.goesMs <= usedUpMs)
    const mayGo = this.#deps.overwriteEarly() || this.#deps.defaultDays() === 0
    const toFree = mayGo && oldest && { deviceKey: oldest.deviceKey, startMs: oldest.startMs, goesMs: usedUpMs }
    return {
      freeBytes,
      floorBytes,
      usedBytes: usedBytes(),
      lockedBytes,
      bytesPerDay,
      fullMs: isSteady ? null : usedUpMs,
      first: isSteady ? byAge : toFree || null,
    }
  }

  /** The recording whose days are over first. */
  async #firstByAge(): Promise<RecordingSpace['first']> {
    const { registry, store } = this.#deps
    const defaultDays = this.#deps.defaultDays()
    const byDays = new Map<number, number[]>()
    for (const { key, retentionDays } of registry.all()) {
      if (retentionDays > 0) byDays.set(retentionDays, [...(byDays.get(retentionDays) ?? []), key])
    }
    const beforeMs = Number.MAX_SAFE_INTEGER
    const others = { days: defaultDays, query: { except: [...byDays.values()].flat() } }
    const kinds = [
      ...(defaultDays > 0 ? [others] : []),
      ...[...byDays].map(([days, only]) => ({ days, query: { only } })),
    ]
    let first: RecordingSpace['first'] = null
    for (const { days, query } of kinds) {
      const [oldest] = await store.oldest({ slots: this.#deps.slots(), beforeMs, limit: 1, ...query })
      if (oldest === undefined) continue
      const goesMs = oldest.startMs + days * DAY_MS
      if (first === null || goesMs < first.goesMs) {
        first = { deviceKey: oldest.deviceKey, startMs: oldest.startMs, goesMs }
      }
    }
    return first
  }
}
