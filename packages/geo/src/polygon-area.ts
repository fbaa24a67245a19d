import { type Area, boxAround, placeAt, type Span } from './area.ts'
import type { Place } from './distance.ts'

/** What is within a ring of corners, straight in degrees between them; the ring closes by itself. */
export function polygonArea(corners: readonly Place[]): Area {
  const contains = (place: Place): boolean => isWithin(corners, place)
  return {
    box: boxAround(corners),
    contains,
    spans(from, to) {
      // Between two crossings of an edge the way is within or without as a whole.
      const shares = [0, ...crossings(corners, from, to), 1]
      const spans: Span[] = []
      for (let n = 1; n < shares.length; n++) {
        const span = { from: shares[n - 1]!, to: shares[n]! }
        if (!contains(placeAt(from, to, (span.from + span.to) / 2))) continue
        const last = spans.at(-1)
        if (last?.to === span.from) spans[spans.length - 1] = { from: last.from, to: span.to }
        else spans.push(span)
      }
      return spans
    },
  }
}

/** Why corners make no polygon: an edge that crosses or touches another, or nothing within. `null`: they make one. */
export function polygonFault(corners: readonly Place[]): 'few' | 'crossing' | null {
  const count = corners.length
  if (count < 3) return 'few'
  for (let a = 0; a < count; a++) {
    const [start, end] = [corners[a]!, corners[(a + 1) % count]!]
    if (start.lat === end.lat && start.lng === end.lng) return 'crossing'
    for (let b = a + 1; b < count; b++) {
      const [otherStart, otherEnd] = [corners[b]!, corners[(b + 1) % count]!]
      const follows = b === a + 1
      const precedes = (b + 1) % count === a
      if (follows || precedes) {
        // Neighbours share a corner, and must not lie on each other.
        const [tip, other] = follows ? [start, otherEnd] : [end, otherStart]
        const corner = follows ? end : start
        if (turn(tip, corner, other) === 0 && isBetween(tip, corner, other)) return 'crossing'
      } else if (touch(start, end, otherStart, otherEnd)) return 'crossing'
    }
  }
  return null
}

function isWithin(corners: readonly Place[], { lat, lng }: Place): boolean {
  let within = false
  for (let n = 0, before = corners.length - 1; n < corners.length; before = n++) {
    const a = corners[n]!
    const b = corners[before]!
    if (a.lat > lat !== b.lat > lat && lng < a.lng + ((lat - a.lat) / (b.lat - a.lat)) * (b.lng - a.lng))
      within = !within
  }
  return within
}

/** Shares of the way at which it meets an edge, in order. */
function crossings(corners: readonly Place[], from: Place, to: Place): number[] {
  const [stepLat, stepLng] = [to.lat - from.lat, to.lng - from.lng]
  const shares: number[] = []
  for (let n = 0, before = corners.length - 1; n < corners.length; before = n++) {
    const a = corners[before]!
    const b = corners[n]!
    const [edgeLat, edgeLng] = [b.lat - a.lat, b.lng - a.lng]
    const cross = stepLng * edgeLat - stepLat * edgeLng
    if (cross === 0) continue
    const [toLat, toLng] = [a.lat - from.lat, a.lng - from.lng]
    const share = (toLng * edgeLat - toLat * edgeLng) / cross
    const onEdge = (toLng * stepLat - toLat * stepLng) / cross
    if (share > 0 && share < 1 && onEdge >= 0 && onEdge <= 1) shares.push(share)
  }
  return shares.sort((a, b) => a - b)
}

/** Above 0: left; below: right; 0: straight on. */
function turn(a: Place, b: Place, c: Place): number {
  return (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng)
}

/** Whether two places of a line through `corner` lie on the same side of it: the edge turns back on itself. */
function isBetween(tip: Place, corner: Place, other: Place): boolean {
  return (tip.lng - corner.lng) * (other.lng - corner.lng) + (tip.lat - corner.lat) * (other.lat - corner.lat) > 0
}

function touch(a: Place, b: Place, c: Place, d: Place): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc * abd < 0 && cda * cdb < 0) return true
  return (
    (abc === 0 && isOn(a, b, c)) ||
    (abd === 0 && isOn(a, b, d)) ||
    (cda === 0 && isOn(c, d, a)) ||
    (cdb === 0 && isOn(c, d, b))
  )
}

/** For a place on the line through `a` and `b`. */
function isOn(a: Place, b: Place, { lat, lng }: Place): boolean {
  return (
    lat >= Math.min(a.lat, b.lat) &&
    lat <= Math.max(a.lat, b.lat) &&
    lng >= Math.min(a.lng, b.lng) &&
    lng <= Math.max(a.lng, b.lng)
  )
}
