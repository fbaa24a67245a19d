import { Town } from '../drive/index.ts'

export interface TrackOrder {
  /** Equal seeds give equal towns. */
  readonly seed: number
  readonly centre: { readonly lat: number; readonly lng: number }
  readonly vehicle: number
  /** Unix seconds `[fromS, toS)`, a point every `stepS`. */
  readonly fromS: number
  readonly toS: number
  readonly stepS: number
}

/** One point as a recorder would send it. */
export interface GeneratedPoint {
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedDkmh: number
  readonly headingDeg: number
  readonly altitudeM: number
  readonly satellites: number
  readonly signal: number
  readonly accOn: boolean
  readonly odometerM: number
}

/** The track a simulated vehicle would have left, without sending it: months of it for benches. */
export function* generateTrack({ seed, centre, vehicle, fromS, toS, stepS }: TrackOrder): Generator<GeneratedPoint> {
  const driven = new Town(seed, centre).vehicle(vehicle)
  for (let timeS = fromS; timeS < toS; timeS += stepS) {
    const { speedKmh, latE6, lngE6, headingDeg, altitudeM, satellites, signal, accOn, odometerM } = driven.at(timeS)
    const speedDkmh = Math.round(speedKmh * 10)
    const where = { latE6, lngE6, speedDkmh, headingDeg, altitudeM }
    yield { timeS, ...where, satellites, signal, accOn, odometerM: Math.round(odometerM) }
  }
}
