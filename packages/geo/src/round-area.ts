// Areas of all places that are not farther than so much from something: a circle, and a line with a width.
import { type Area, boxAround, joined, placeAt, type Span } from './area.ts'
import { distanceM, type Place } from './distance.ts'

const METRES_PER_DEGREE = 111_195.08
const RADIANS = Math.PI / 180

/** All places within a radius, on the sphere. Near a pole its box holds every longitude. */
export function circleArea(centre: Place, radiusM: number): Area {
  const near = (place: Place): number => distanceM(place, centre)
  return {
    ...roundBox([centre], radiusM),
    contains: (place) => near(place) <= radiusM,
    spans(from, to) {
      const span = spanWithin((share) => near(placeAt(from, to, share)), radiusM)
      return span === null ? [] : [span]
    },
  }
}

/** All places within so much of a line through places, straight in degrees between them. */
export function lineArea(places: readonly Place[], reachM: number): Area {
  const legs = places.slice(1).map((end, n) => ({ start: places[n]!, end }))
  const boxes = legs.map(({ start, end }) => roundBox([start, end], reachM).box)
  return {
    ...roundBox(places, reachM),
    contains: (place) => legs.some(({ start, end }) => metresToLeg(place, start, end) <= reachM),
    spans(from, to) {
      const way = boxAround([from, to])
      const found: Span[] = []
      legs.forEach(({ start, end }, n) => {
        const box = boxes[n]!
        if (way.south > box.north || way.north < box.south || way.west > box.east || way.east < box.west) return
        const span = spanWithin((share) => metresToLeg(placeAt(from, to, share), start, end), reachM)
        if (span !== null) found.push(span)
      })
      return joined(found)
    },
  }
}

/** Metres from a place to a straight leg, on the plane that touches the earth at the place: exact where it is near. */
function metresToLeg({ lat, lng }: Place, start: Place, end: Place): number {
  const eastScale = METRES_PER_DEGREE * Math.cos(lat * RADIANS)
  const [startE, startN] = [(start.lng - lng) * eastScale, (start.lat - lat) * METRES_PER_DEGREE]
  const [legE, legN] = [(end.lng - start.lng) * eastScale, (end.lat - start.lat) * METRES_PER_DEGREE]
  const square = legE * legE + legN * legN
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(startE * legE + startN * legN) / square))
  return Math.hypot(startE + legE * share, startN + legN * share)
}

/** Halvings: a share to a millionth. */
const STEPS = 24

/** The part of a way in which a distance, which falls and then rises along it, is not above `reach`. */
function spanWithin(distanceAt: (share: number) => number, reach: number): Span | null {
  const [startsIn, endsIn] = [distanceAt(0) <= reach, distanceAt(1) <= reach]
  if (startsIn && endsIn) return { from: 0, to: 1 }
  const inside = startsIn ? 0 : endsIn ? 1 : nearest(distanceAt)
  if (distanceAt(inside) > reach) return null
  return {
    from: startsIn ? 0 : border(distanceAt, reach, inside, 0),
    to: endsIn ? 1 : border(distanceAt, reach, inside, 1),
  }
}

/** The share at which the distance is least: of three parts the one that cannot hold it is cut off. */
function nearest(distanceAt: (share: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 2 * STEPS; step++) {
    const third = (high - low) / 3
    if (distanceAt(low + third) < distanceAt(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}

/** The last share that is within, on the way from one that is to one that is not. */
function border(distanceAt: (share: number) => number, reach: number, inside: number, outside: number): number {
  let [within, without] = [inside, outside]
  for (let step = 0; step < STEPS; step++) {
    const middle = (within + without) / 2
    if (distanceAt(middle) <= reach) within = middle
    else without = middle
  }
  return within
}

/** Wide enough at the latitude farthest from the equator. */
function roundBox(places: readonly Place[], reachM: number): Pick<Area, 'box'> {
  const latMargin = reachM / METRES_PER_DEGREE
  const { south, north } = boxAround(places)
  const farthest = Math.max(Math.abs(south), Math.abs(north)) + latMargin
  const lngMargin = farthest >= 89 ? 360 : latMargin / Math.cos(farthest * RADIANS)
  return { box: boxAround(places, latMargin * 1.001, lngMargin * 1.001) }
}
