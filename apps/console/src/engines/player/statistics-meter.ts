/** Sums of one tile, turned into figures twice a second. Delays of the latest 240 pictures are stored. */
const keptDelays = 240

export interface MeterReading {
  readonly framesPerSecond: number
  readonly kilobitsPerSecond: number
  readonly delayMs: number | null
  readonly delayP95Ms: number | null
  readonly cameraDelayMs: number | null
  readonly cameraDelayP95Ms: number | null
}

export class StatisticsMeter {
  #bytes = 0
  #frames = 0
  #sinceMs: number
  #rates = { framesPerSecond: 0, kilobitsPerSecond: 0 }
  readonly #delays = new LatestValues(keptDelays)
  readonly #cameraDelays = new LatestValues(keptDelays)

  constructor(nowMs: number) {
    this.#sinceMs = nowMs
  }

  received(bytes: number): void {
    this.#bytes += bytes
  }

  drawn(delayMs: number | null, cameraDelayMs: number | null): void {
    this.#frames += 1
    if (delayMs !== null) this.#delays.add(delayMs)
    if (cameraDelayMs !== null) this.#cameraDelays.add(cameraDelayMs)
  }

  /** Rates over at least the last two seconds, so that they do not flicker with single frames. */
  read(nowMs: number): MeterReading {
    const seconds = (nowMs - this.#sinceMs) / 1000
    if (seconds >= 2) {
      this.#rates = {
        framesPerSecond: Math.round((this.#frames / seconds) * 10) / 10,
        kilobitsPerSecond: Math.round((this.#bytes * 8) / seconds / 1000),
      }
      this.#frames = 0
      this.#bytes = 0
      this.#sinceMs = nowMs
    }
    return {
      ...this.#rates,
      delayMs: this.#delays.quantile(0.5),
      delayP95Ms: this.#delays.quantile(0.95),
      cameraDelayMs: this.#cameraDelays.quantile(0.5),
      cameraDelayP95Ms: this.#cameraDelays.quantile(0.95),
    }
  }

  /** A new start of the stream: earlier delays do not count for it. */
  restart(): void {
    this.#delays.clear()
    this.#cameraDelays.clear()
  }
}

/** The latest values of a series, the oldest giving way. */
class LatestValues {
  readonly #values: number[] = []
  readonly #limit: number
  #next = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(value: number): void {
    this.#values[this.#next] = value
    this.#next = (this.#next + 1) % this.#limit
  }

  clear(): void {
    this.#values.length = 0
    this.#next = 0
  }

  quantile(share: number): number | null {
    if (this.#values.length === 0) return null
    const sorted = [...this.#values].sort((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  }
}
