import type { TrackPoint } from '@fleetglass/contract/tracks'

/** LOPB-34: a path on a playback map has at most this many points. */
export const mostPathPoints = 500

/** The path with what came; of a full one the oldest points go (LOPB-41). Points that it has already are left out. */
export function extended(path: readonly TrackPoint[], points: readonly TrackPoint[]): readonly TrackPoint[] {
  const lastMs = path.at(-1)?.time ?? Number.NEGATIVE_INFINITY
  const fresh = points.filter(({ time }) => time > lastMs)
  return fresh.length === 0 ? path : [...path, ...fresh].slice(-mostPathPoints)
}

/** The point a moment belongs to: the latest one at or before it; null before the first, and where it is too long ago. */
export function pointAt(points: readonly TrackPoint[], unixMs: number): TrackPoint | null {
  const point = points.findLast(({ time }) => time <= unixMs)
  return point === undefined || unixMs - point.time > staleMs ? null : point
}

/** A vehicle that stands reports now and then; after this long its position is unknown. */
const staleMs = 600_000

/** The range of a poll: from the last position to this one; null when there is nothing new to request (LOPB-42). */
export function pollRange(
  beforeS: number | null,
  nowS: number,
): { readonly start: number; readonly end: number } | null {
  if (beforeS === null) return { start: Math.max(0, nowS - 5), end: nowS }
  // After a jump, and backwards, the way between is not what was watched.
  if (nowS < beforeS || nowS - beforeS > mostPollS) return { start: Math.max(0, nowS - 5), end: nowS }
  return nowS === beforeS ? null : { start: beforeS, end: nowS }
}

/** Five seconds at sixteen times the speed, and as much again. */
const mostPollS = 160
