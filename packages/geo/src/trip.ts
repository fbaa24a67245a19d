import { distanceM, type Place } from './distance.ts'

/** One point of a track, in order of time. */
export interface TripPoint extends Place {
  /** Unix seconds. */
  readonly timeS: number
  readonly speedKmh: number
  /** Absent: not known, and counted as off. */
  readonly isIgnitionOn?: boolean
}

/** What a vehicle did. Times in seconds. */
export interface TripTotals {
  readonly distanceM: number
  readonly drivingS: number
  /** All standing, short or long. */
  readonly standingS: number
  /** Of the standing, that with the ignition on. */
  readonly idleS: number
  readonly stops: number
  /** Of the standing, that of stops. */
  readonly stoppedS: number
  readonly overspeeds: number
}

/** Above it a vehicle drives. */
export const DRIVING_KMH = 5
/** From here on it is too fast. */
export const OVERSPEED_KMH = 100
/** A shorter stop is traffic. */
export const STOP_S = 60
/** A longer silence is no time of driving or standing: the vehicle did not report. The distance is counted all the same. */
export const SILENCE_S = 600

/** What lies between two points: it belongs to what the earlier one says. */
export type TripStep = 'driving' | 'standing' | 'silence'

/** The one rule of what a vehicle did between two points. */
export function tripStep(from: TripPoint, to: TripPoint): TripStep {
  if (to.timeS - from.timeS > SILENCE_S) return 'silence'
  return from.speedKmh > DRIVING_KMH ? 'driving' : 'standing'
}

/** Where a sum stands after a point: all that the next point has to know of those before it. */
export interface TripState {
  readonly last: TripPoint
  /** How long it has been standing, up to `STOP_S`: longer makes no difference any more. */
  readonly standingS: number
}

/** The sum of two parts that follow each other. */
export function addTotals(one: TripTotals, other: TripTotals): TripTotals {
  return {
    distanceM: one.distanceM + other.distanceM,
    drivingS: one.drivingS + other.drivingS,
    standingS: one.standingS + other.standingS,
    idleS: one.idleS + other.idleS,
    stops: one.stops + other.stops,
    stoppedS: one.stoppedS + other.stoppedS,
    overspeeds: one.overspeeds + other.overspeeds,
  }
}

/**
 * Adds up a trip point by point, in constant memory. A step counts when its later point comes, a stop when it has become
 * one, so that sums of parts add up: the totals of a part that was begun at the `state` of the part before it. A point
 * that is older than the one before is left out.
 */
export class TripSummary {
  #last: TripPoint | null
  #distanceM = 0
  #drivingS = 0
  #allStandingS = 0
  #idleS = 0
  #stops = 0
  #stoppedS = 0
  #overspeeds = 0
  #standingS: number
  #tooFast: boolean

  /** `state`: of a sum that this one goes on from. */
  constructor(state: TripState | null = null) {
    this.#last = state?.last ?? null
    this.#standingS = state?.standingS ?? 0
    this.#tooFast = state !== null && state.last.speedKmh >= OVERSPEED_KMH
  }

  /** The seconds of driving that end with this point. */
  add(point: TripPoint): number {
    const last = this.#last
    const drivenBeforeS = this.#drivingS
    if (last !== null) {
      const stepS = point.timeS - last.timeS
      if (stepS <= 0) return 0
      this.#distanceM += distanceM(last, point)
      const step = tripStep(last, point)
      this.#step(step, stepS)
      if (step === 'standing' && last.isIgnitionOn === true) this.#idleS += stepS
    }
    const tooFast = point.speedKmh >= OVERSPEED_KMH
    if (tooFast && !this.#tooFast) this.#overspeeds += 1
    this.#tooFast = tooFast
    this.#last = point
    return this.#drivingS - drivenBeforeS
  }

  totals(): TripTotals {
    return {
      distanceM: this.#distanceM,
      drivingS: this.#drivingS,
      standingS: this.#allStandingS,
      idleS: this.#idleS,
      stops: this.#stops,
      stoppedS: this.#stoppedS,
      overspeeds: this.#overspeeds,
    }
  }

  /** `null` before the first point. */
  state(): TripState | null {
    return this.#last && { last: this.#last, standingS: this.#standingS }
  }

  #step(step: TripStep, stepS: number): void {
    if (step === 'silence') this.#tooFast = false
    if (step === 'driving') this.#drivingS += stepS
    if (step === 'standing') this.#stand(stepS)
    else this.#standingS = 0
  }

  #stand(stepS: number): void {
    const beforeS = this.#standingS
    this.#allStandingS += stepS
    this.#standingS = Math.min(beforeS + stepS, STOP_S)
    if (beforeS >= STOP_S) this.#stoppedS += stepS
    else if (beforeS + stepS >= STOP_S) {
      this.#stops += 1
      this.#stoppedS += beforeS + stepS
    }
  }
}
