/** What a device may tell at once, and how often another time after that: a place that trembles on a border is bounded. */
export const BURST = 30
export const REFILL_S = 4

/** Counted in the device's own time, so that an hour that was stored on the way may tell what an hour may. */
export class Allowance {
  #left = BURST
  #countedS: number

  constructor(timeS: number) {
    this.#countedS = timeS
  }

  take(timeS: number): boolean {
    const refilled = Math.max(0, Math.floor((timeS - this.#countedS) / REFILL_S))
    this.#left = Math.min(BURST, this.#left + refilled)
    this.#countedS += refilled * REFILL_S
    if (this.#left === 0) return false
    this.#left -= 1
    return true
  }
}
