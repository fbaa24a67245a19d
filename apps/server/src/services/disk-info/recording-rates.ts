// Belongs here: how fast recordings grow, by disk. Does not: counting what is written (ingest/recorder).
import type { Clock } from '../../platform/clock/index.ts'
import type { RecordingDisk, RecordingPlace } from '../../ports/recordings/index.ts'

const PERIOD_MS = 5_000
const MINUTE_MS = 60_000

interface Sample {
  readonly atMs: number
  readonly writtenBytes: number
}

/** Samples the counters of each disk for a minute. */
export class RecordingRates {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #disk: Pick<RecordingDisk, 'places'>
  readonly #timer: { cancel(): void }
  /** By place: a slot that was away comes back as another place, whose counter begins at zero. */
  readonly #samples = new WeakMap<RecordingPlace, readonly Sample[]>()

  constructor(deps: { readonly clock: Clock; readonly disk: Pick<RecordingDisk, 'places'> }) {
    this.#clock = deps.clock
    this.#disk = deps.disk
    this.#timer = deps.clock.every(PERIOD_MS, () => this.#sample())
    this.#sample()
  }

  /** Of the last minute; of the time since the first sample, where that is shorter. */
  bytesPerMinute(place: RecordingPlace): number {
    const oldest = this.#samples.get(place)?.[0]
    if (oldest === undefined) return 0
    const elapsedMs = this.#clock.monotonicMs() - oldest.atMs
    // A few moments say nothing about a minute.
    if (elapsedMs < PERIOD_MS) return 0
    return ((place.writtenBytes - oldest.writtenBytes) * MINUTE_MS) / elapsedMs
  }

  close(): void {
    this.#timer.cancel()
  }

  #sample(): void {
    const atMs = this.#clock.monotonicMs()
    for (const place of this.#disk.places) {
      const recent = (this.#samples.get(place) ?? []).filter((sample) => sample.atMs > atMs - MINUTE_MS - PERIOD_MS)
      this.#samples.set(place, [...recent, { atMs, writtenBytes: place.writtenBytes }])
    }
  }
}
