// A day of a point a second is 86 400 points: as objects 12 MB of text, packed a tenth of it. Asked with `packed: true`.
import { z } from 'zod'
import type { TrackPoint } from './tracks.schema.ts'

/** Numbers per point: seconds, 1e-6 degrees of latitude and longitude (each less the one before in its block), 0.1 km/h, degrees. */
const WIDTH = 5

/** One stored point, as a block is made of it. */
export interface PackablePoint {
  readonly timeS: number
  readonly latE6: number
  readonly lngE6: number
  readonly speedDkmh: number
  readonly headingDeg: number
}

/** Blocks in order of time; each starts again, so that it can be read alone. */
export const packedTrackSchema = z.array(
  z.array(z.int()).refine((block) => block.length % WIDTH === 0, 'the block ends within a point'),
)

export type PackedTrack = z.infer<typeof packedTrackSchema>

/** One block of these points. */
export function packPoints(points: readonly PackablePoint[]): number[] {
  const block: number[] = []
  let before: Pick<PackablePoint, 'timeS' | 'latE6' | 'lngE6'> = { timeS: 0, latE6: 0, lngE6: 0 }
  for (const point of points) {
    const { timeS, latE6, lngE6, speedDkmh, headingDeg } = point
    block.push(timeS - before.timeS, latE6 - before.latE6, lngE6 - before.lngE6, speedDkmh, headingDeg)
    before = point
  }
  return block
}

/** The points of all blocks, as `POST /api/gps` answers them without `packed`. */
export function unpackTrack(blocks: PackedTrack): TrackPoint[] {
  const points: TrackPoint[] = []
  for (const block of blocks) {
    let [timeS, latE6, lngE6] = [0, 0, 0]
    for (let at = 0; at + WIDTH <= block.length; at += WIDTH) {
      timeS += block[at]!
      latE6 += block[at + 1]!
      lngE6 += block[at + 2]!
      points.push(trackPoint({ timeS, latE6, lngE6, speedDkmh: block[at + 3]!, headingDeg: block[at + 4]! }))
    }
  }
  return points
}

/** A stored point in the words of the calls. */
export function trackPoint({ timeS, latE6, lngE6, speedDkmh, headingDeg }: PackablePoint): TrackPoint {
  const speedKmh = speedDkmh / 10
  return {
    time: timeS * 1000,
    lat: latE6 / 1e6,
    lng: lngE6 / 1e6,
    speed: speedKmh,
    speedInKmh: speedKmh,
    dir: headingDeg,
    trackingAngle: headingDeg,
  }
}
