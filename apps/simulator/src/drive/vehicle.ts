import { hashUnit } from './random.ts'
import type { Round } from './round.ts'

/** Where a vehicle is and how it is at one moment. */
export interface VehicleState {
  readonly latE6: number
  readonly lngE6: number
  readonly speedKmh: number
  /** 0 to 359, clockwise from north. */
  readonly headingDeg: number
  readonly altitudeM: number
  readonly accOn: boolean
  readonly braking: boolean
  /** Metres since the vehicle was new. */
  readonly odometerM: number
  readonly fuelDl: number
  /** 0 to 31. */
  readonly signal: number
  readonly satellites: number
  readonly voltageCentivolt: number
  /** Tenths of a degree Celsius, of the load room. */
  readonly temperatureDecidegree: number
}

/** Degrees × 10^6 of a place given in metres from the centre of a town. */
export type Projection = (eastM: number, northM: number) => { readonly latE6: number; readonly lngE6: number }

export const METRES_PER_DEGREE = 111_319.5
const TANK_DL = 700
const DL_PER_KM = 1.4
const TANK_LASTS_KM = 420

/** A vehicle whose state is a function of the clock: it repeats its round for ever, begun at an offset of its own. */
export class Vehicle {
  readonly #project: Projection
  readonly #round: Round
  readonly #offsetS: number
  readonly #salt: number

  constructor(project: Projection, round: Round, offsetS: number, salt: number) {
    this.#project = project
    this.#round = round
    this.#offsetS = offsetS
    this.#salt = salt
  }

  /** State at a time in unix seconds, fractions allowed. */
  at(timeS: number): VehicleState {
    const round = this.#round
    const total = timeS - EPOCH_S + this.#offsetS
    const rounds = Math.floor(total / round.seconds)
    const inRound = total - rounds * round.seconds
    const second = Math.min(Math.floor(inRound), round.seconds - 1)
    const share = inRound - second
    const between = (values: Float32Array): number => values[second]! + (values[second + 1]! - values[second]!) * share
    const place = this.#project(between(round.eastM), between(round.northM))
    const odometerM = Math.max(0, NEW_M + 90_000_000 * this.#salt + rounds * round.lengthM + between(round.drivenM))
    const speedKmh = between(round.speedMs) * 3.6
    const accOn = this.#accOn(inRound)
    return {
      ...place,
      speedKmh,
      headingDeg: ((Math.round(between(round.headingDeg)) % 360) + 360) % 360,
      altitudeM: Math.round(26 + 14 * Math.sin(place.latE6 / 9000) + 9 * Math.cos(place.lngE6 / 7000)),
      accOn,
      braking: round.speedMs[second + 1]! < round.speedMs[second]! - 0.4,
      odometerM,
      fuelDl: Math.round(TANK_DL - ((odometerM / 1000) % TANK_LASTS_KM) * DL_PER_KM),
      ...this.#radio(timeS, accOn),
    }
  }

  /** Times `[fromS, toS)` within the given span in which the engine ran: when the recorder was on. */
  onTimes(fromS: number, toS: number): { fromS: number; toS: number }[] {
    const round = this.#round
    if (round.parked.length === 0) return [{ fromS, toS }]
    const times: { fromS: number; toS: number }[] = []
    let begin = fromS
    const first = Math.floor((fromS - EPOCH_S + this.#offsetS) / round.seconds)
    for (let number = first; ; number++) {
      const startS = EPOCH_S - this.#offsetS + number * round.seconds
      if (startS >= toS) break
      for (const pause of round.parked) {
        const offS = startS + pause.fromS
        if (offS > begin) times.push({ fromS: begin, toS: Math.min(offS, toS) })
        begin = Math.max(begin, startS + pause.toS)
        if (begin >= toS) return times
      }
    }
    if (begin < toS) times.push({ fromS: begin, toS })
    return times
  }

  #accOn(inRound: number): boolean {
    return !this.#round.parked.some((pause) => inRound >= pause.fromS && inRound < pause.toS)
  }

  /** What varies a little from minute to minute without being kept anywhere. */
  #radio(
    timeS: number,
    accOn: boolean,
  ): Pick<VehicleState, 'signal' | 'satellites' | 'voltageCentivolt' | 'temperatureDecidegree'> {
    const minute = Math.floor(timeS / 60)
    const noise = (salt: number): number => hashUnit(minute + salt * 7919, Math.floor(this.#salt * 1e6))
    return {
      signal: 17 + Math.floor(noise(1) * 14),
      satellites: 8 + Math.floor(noise(2) * 9),
      voltageCentivolt: (accOn ? 2740 : 2510) + Math.floor(noise(3) * 60),
      temperatureDecidegree: 225 + Math.round(45 * Math.sin((timeS / 86_400) * 2 * Math.PI) + noise(4) * 12),
    }
  }
}

/** 2026-01-01: all rounds are counted from here, and the odometer stood at some 40 000 to 130 000 km. */
export const EPOCH_S = 1_767_225_600
const NEW_M = 40_000_000

/** Degrees of a place given in metres from a centre; a town is small enough for a plane. */
export function projectFrom(lat: number, lng: number): Projection {
  const eastScale = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  return (eastM, northM) => ({
    latE6: Math.round((lat + northM / METRES_PER_DEGREE) * 1e6),
    lngE6: Math.round((lng + eastM / eastScale) * 1e6),
  })
}
