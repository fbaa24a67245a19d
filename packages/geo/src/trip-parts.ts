import { distanceM, type Place } from './distance.ts'
import { STOP_S, type TripPoint, tripStep } from './trip.ts'

/** A drive, or a stop of at least `STOP_S`. */
export interface TripPart {
  readonly kind: 'drive' | 'stop'
  /** Unix seconds. */
  readonly startS: number
  readonly endS: number
  readonly from: Place
  readonly to: Place
  /** Of a stop 0: what it moves is the receiver's error. */
  readonly distanceM: number
  readonly maxSpeedKmh: number
}

/** Standing: a stop when it has lasted long enough. */
interface Standing {
  readonly kind: 'standing'
  readonly since: TripPoint
}

/** A drive and the standing at its present end, which is traffic or becomes the stop that ends it. */
interface Driving {
  readonly kind: 'driving'
  readonly since: TripPoint
  /** The end of its last driving step. */
  readonly until: TripPoint
  readonly distanceM: number
  /** Metres since `until`. */
  readonly tailM: number
  readonly maxSpeedKmh: number
}

/**
 * Cuts a track into drives and stops by the rule of `TripSummary`, point by point, in constant memory. Standing of less than
 * `STOP_S` belongs to the drive around it, or to nothing; so does a silence. A point that is older than the one before is
 * left out.
 */
export class TripParts {
  #last: TripPoint | null = null
  #now: Standing | Driving | null = null

  /** The part that this point shows to be over. */
  add(point: TripPoint): TripPart | null {
    const last = this.#last
    if (last === null) {
      this.#last = point
      return null
    }
    if (point.timeS <= last.timeS) return null
    this.#last = point
    const step = tripStep(last, point)
    if (step === 'silence') return this.#cut(last)
    return step === 'driving' ? this.#drive(last, point) : this.#stand(last, point)
  }

  /** The part that the end of the track ends. */
  end(): TripPart | null {
    return this.#last && this.#cut(this.#last)
  }

  #drive(last: TripPoint, point: TripPoint): TripPart | null {
    const now = this.#now
    const stepM = distanceM(last, point)
    const over = now?.kind === 'standing' ? stopOf(now, last) : null
    if (now?.kind !== 'driving') {
      this.#now = driveOf(last, point, stepM)
      return over
    }
    const maxSpeedKmh = Math.max(now.maxSpeedKmh, last.speedKmh)
    this.#now = { ...now, until: point, distanceM: now.distanceM + now.tailM + stepM, tailM: 0, maxSpeedKmh }
    return null
  }

  #stand(last: TripPoint, point: TripPoint): TripPart | null {
    const now = this.#now
    if (now === null) this.#now = { kind: 'standing', since: last }
    if (now?.kind !== 'driving') return null
    if (point.timeS - now.until.timeS < STOP_S) {
      this.#now = { ...now, tailM: now.tailM + distanceM(last, point) }
      return null
    }
    this.#now = { kind: 'standing', since: now.until }
    return drivePart(now)
  }

  #cut(last: TripPoint): TripPart | null {
    const now = this.#now
    this.#now = null
    if (now === null) return null
    return now.kind === 'driving' ? drivePart(now) : stopOf(now, last)
  }
}

function driveOf(since: TripPoint, until: TripPoint, stepM: number): Driving {
  return { kind: 'driving', since, until, distanceM: stepM, tailM: 0, maxSpeedKmh: since.speedKmh }
}

function drivePart({ since, until, distanceM, maxSpeedKmh }: Driving): TripPart {
  return { kind: 'drive', ...span(since, until), distanceM, maxSpeedKmh: Math.max(maxSpeedKmh, until.speedKmh) }
}

function stopOf({ since }: Standing, until: TripPoint): TripPart | null {
  if (until.timeS - since.timeS < STOP_S) return null
  return { kind: 'stop', ...span(since, until), distanceM: 0, maxSpeedKmh: since.speedKmh }
}

function span(since: TripPoint, until: TripPoint) {
  const [from, to] = [since, until].map(({ lat, lng }) => ({ lat, lng })) as [Place, Place]
  return { startS: since.timeS, endS: until.timeS, from, to }
}
