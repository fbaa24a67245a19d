import { METER_NAMES, type MeterName } from '@fleetglass/contract/performance'

/** Pieces of work of one kind. */
export interface Meter {
  observe(seconds: number): void
}

/** What a meter counted since it was last read; times in seconds. */
export interface MeterReading {
  readonly name: MeterName
  readonly count: number
  readonly sumS: number
  readonly longestS: number
}

/** Counting is adding to a number: meters stand on the path of every message. */
export class Meters {
  readonly #meters = new Map(METER_NAMES.map((name) => [name, new CountingMeter(name)]))

  of(name: MeterName): Meter {
    const meter = this.#meters.get(name)
    if (meter === undefined) throw new Error(`there is no meter ${name}`)
    return meter
  }

  /** Starts each meter again from 0. */
  take(): readonly MeterReading[] {
    return [...this.#meters.values()].map((meter) => meter.take())
  }
}

class CountingMeter implements Meter {
  readonly #name: MeterName
  #count = 0
  #sumS = 0
  #longestS = 0

  constructor(name: MeterName) {
    this.#name = name
  }

  observe(seconds: number): void {
    this.#count += 1
    this.#sumS += seconds
    if (seconds > this.#longestS) this.#longestS = seconds
  }

  take(): MeterReading {
    const reading = { name: this.#name, count: this.#count, sumS: this.#sumS, longestS: this.#longestS }
    this.#count = 0
    this.#sumS = 0
    this.#longestS = 0
    return reading
  }
}
