import { hashUnit } from './random.ts'
import { buildRoads, type RoadNetwork } from './roads.ts'
import { buildRound, type Round } from './round.ts'
import { type Projection, projectFrom, Vehicle } from './vehicle.ts'

/** Rounds are shared: two vehicles on one round drive it at different times. */
const MOST_ROUNDS = 192

/** Roads around a centre and the vehicles that drive on them. Equal seeds give equal towns. */
export class Town {
  readonly #project: Projection
  readonly #roads: RoadNetwork
  readonly #rounds = new Map<number, Round>()
  readonly #seed: number

  constructor(seed: number, centre: { readonly lat: number; readonly lng: number }) {
    this.#seed = seed
    this.#roads = buildRoads(seed)
    this.#project = projectFrom(centre.lat, centre.lng)
  }

  /** The vehicle with that number. Every third is a bus, which never parks; the others deliver. */
  vehicle(index: number): Vehicle {
    const salt = hashUnit(this.#seed * 31 + 7, index)
    const round = this.#round(index % MOST_ROUNDS)
    return new Vehicle(this.#project, round, Math.floor(salt * round.seconds), salt)
  }

  #round(number: number): Round {
    let round = this.#rounds.get(number)
    if (!round) {
      round = buildRound(this.#roads, this.#seed * 100_003 + number * 17, number % 3 === 0 ? 'bus' : 'van')
      this.#rounds.set(number, round)
    }
    return round
  }
}
