// Belongs here: driving along a path that somebody has drawn. Does not: towns and what is driven there by itself (town.ts).
import { type PathStop, roundAlong } from './round.ts'
import { EPOCH_S, METRES_PER_DEGREE, projectFrom, Vehicle } from './vehicle.ts'

/** A place on a path. */
export interface PathPlace {
  readonly lat: number
  readonly lng: number
  /** How fast it is driven to (50). */
  readonly kmh?: number
  /** How long the vehicle stands there, with its engine on. */
  readonly standS?: number
}

/** A vehicle that begins at the first place at `startS` (unix seconds), drives to the last and back to the first, for ever. */
export function vehicleAlong(path: readonly PathPlace[], startS: number): Vehicle {
  const first = path[0]
  if (first === undefined) throw new RangeError('a path has places')
  const eastScale = METRES_PER_DEGREE * Math.cos((first.lat * Math.PI) / 180)
  const stops = path.map(
    ({ lat, lng, kmh = 50, standS = 0 }): PathStop => ({
      eastM: (lng - first.lng) * eastScale,
      northM: (lat - first.lat) * METRES_PER_DEGREE,
      limitMs: kmh / 3.6,
      standS,
    }),
  )
  const round = roundAlong(stops)
  const offsetS = round.seconds - ((startS - EPOCH_S) % round.seconds)
  return new Vehicle(projectFrom(first.lat, first.lng), round, offsetS, 0)
}
