import { distanceM, type Place } from './distance.ts'

/** One point of a track, in order of time. */
export interface TripPoint extends Place {
  /** Unix seconds. */
  readonly timeS: number
  readonly speedKmh: number
}

/** What a vehicle did. Times in seconds. */
export interface TripTotals {
  readonly distanceM: number
  readonly drivingS: number
  readonly stops: number
  readonly stoppedS: number
  readonly overspeeds: number
}

/** Above it a vehicle drives. */
export const DRIVING_KMH = 5
/** From here on it is too fast. */
export const OVERSPEED_KMH = 100
/** A shorter stop is traffic. */
export const STOP_S = 60
/** A longer silence is no time of driving or standing: the vehicle was not heard of. Its way is counted all the same. */
export const SILENCE_S = 600

/**
 * Adds up a trip point by point, in constant memory. The time between two points belongs to what the earlier one says. A
 * point that is older than the one before is left out.
 */
export class TripSummary {
  #last: TripPoint | null = null
  #distanceM = 0
  #drivingS = 0
  #stops = 0
  #stoppedS = 0
  #overspeeds = 0
  /** How long it has been standing. */
  #standingS = 0
  #tooFast = false

  /** The seconds of driving that end with this point. */
  add(point: TripPoint): number {
    const last = this.#last
    const drivenBeforeS = this.#drivingS
    if (last !== null) {
      const stepS = point.timeS - last.timeS
      if (stepS <= 0) return 0
      this.#distanceM += distanceM(last, point)
      this.#step(last, stepS)
    }
    const tooFast = point.speedKmh >= OVERSPEED_KMH
    if (tooFast && !this.#tooFast) this.#overspeeds += 1
    this.#tooFast = tooFast
    this.#last = point
    return this.#drivingS - drivenBeforeS
  }

  totals(): TripTotals {
    const stands = this.#standingS >= STOP_S
    return {
      distanceM: this.#distanceM,
      drivingS: this.#drivingS,
      stops: this.#stops + (stands ? 1 : 0),
      stoppedS: this.#stoppedS + (stands ? this.#standingS : 0),
      overspeeds: this.#overspeeds,
    }
  }

  #step({ speedKmh }: TripPoint, stepS: number): void {
    if (stepS > SILENCE_S) {
      this.#endStop()
      this.#tooFast = false
    } else if (speedKmh > DRIVING_KMH) {
      this.#drivingS += stepS
      this.#endStop()
    } else this.#standingS += stepS
  }

  #endStop(): void {
    if (this.#standingS >= STOP_S) {
      this.#stops += 1
      this.#stoppedS += this.#standingS
    }
    this.#standingS = 0
  }
}
