import { distanceM } from '@fleetglass/geo'
import { toWorld, turnBetween, type WorldPoint } from './geometry.ts'
import type { MapVehicle } from './map.types.ts'

/** A vehicle is shown one fix behind, on its way from the last but one fix to the last: it drives instead of hopping. */
interface Track {
  readonly vehicle: MapVehicle
  readonly from: Pose
  readonly to: Pose
  readonly startMs: number
  readonly durationMs: number
}

export interface Pose {
  readonly point: WorldPoint
  readonly headingDeg: number
}

/** Longer pauses than this are not driven but jumped: the way between would be invented. */
const longestLegS = 60
const shortestLegMs = 500
const longestLegMs = 12_000
/** Further between two fixes is a correction, not a drive. */
const longestLegM = 4_000

export class Motion {
  #tracks = new Map<string, Track>()

  /** Takes over the vehicles as of now; those that are gone are forgotten. */
  update(vehicles: readonly MapVehicle[], nowMs: number): void {
    const fresh = new Map<string, Track>()
    for (const vehicle of vehicles) fresh.set(vehicle.id, next(this.#tracks.get(vehicle.id), vehicle, nowMs))
    this.#tracks = fresh
  }

  /** Where every vehicle is drawn now. */
  *poses(nowMs: number): Iterable<{ readonly vehicle: MapVehicle; readonly pose: Pose }> {
    for (const track of this.#tracks.values()) yield { vehicle: track.vehicle, pose: poseAt(track, nowMs) }
  }

  pose(id: string, nowMs: number): Pose | null {
    const track = this.#tracks.get(id)
    return track ? poseAt(track, nowMs) : null
  }

  /** Whether something is still on its way, so that another picture is worth drawing. */
  moving(nowMs: number): boolean {
    for (const { startMs, durationMs } of this.#tracks.values()) if (nowMs < startMs + durationMs) return true
    return false
  }
}

function next(old: Track | undefined, vehicle: MapVehicle, nowMs: number): Track {
  const to = { point: toWorld(vehicle.lat, vehicle.lng), headingDeg: vehicle.headingDeg }
  if (!old) return { vehicle, from: to, to, startMs: nowMs, durationMs: 0 }
  if (samePlace(old.to, to)) return { ...old, vehicle }
  const from = poseAt(old, nowMs)
  const legS = vehicle.timeS - old.vehicle.timeS
  const far = distanceM(old.vehicle, vehicle) > longestLegM
  if (far || legS <= 0 || legS > longestLegS) return { vehicle, from: to, to, startMs: nowMs, durationMs: 0 }
  const durationMs = Math.min(longestLegMs, Math.max(shortestLegMs, legS * 1000))
  return { vehicle, from, to, startMs: nowMs, durationMs }
}

function samePlace(a: Pose, b: Pose): boolean {
  return a.point.x === b.point.x && a.point.y === b.point.y && a.headingDeg === b.headingDeg
}

function poseAt({ from, to, startMs, durationMs }: Track, nowMs: number): Pose {
  const part = durationMs === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - startMs) / durationMs))
  // The nose turns in the first quarter of the way, as in a bend, and not slowly along the whole street.
  const turn = Math.min(1, part * 4)
  return {
    point: {
      x: from.point.x + (to.point.x - from.point.x) * part,
      y: from.point.y + (to.point.y - from.point.y) * part,
    },
    headingDeg: (from.headingDeg + turnBetween(from.headingDeg, to.headingDeg) * turn + 360) % 360,
  }
}
