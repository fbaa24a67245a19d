import { distanceM } from '@fleetglass/geo'
import { toWorld, turnBetween, type WorldPoint } from './geometry.ts'
import type { MapVehicle } from './map.types.ts'

/** A vehicle is shown one fix behind, on its way from the last but one fix to the last: it drives instead of hopping. */
interface Track {
  vehicle: MapVehicle
  from: Pose
  to: Pose
  startMs: number
  durationMs: number
  /** The last update that had this vehicle. */
  turn: number
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
  readonly #tracks = new Map<string, Track>()
  #vehicles: readonly MapVehicle[] = []
  #turn = 0
  #restAtMs = 0

  /** Takes over the vehicles as of now; those that are gone are forgotten. One that is the same object costs nothing. */
  update(vehicles: readonly MapVehicle[], nowMs: number): void {
    const before = this.#vehicles
    this.#vehicles = vehicles
    if (sameIds(vehicles, before)) {
      for (const [index, vehicle] of vehicles.entries()) if (vehicle !== before[index]) this.#take(vehicle, nowMs)
      return
    }
    this.#turn += 1
    for (const vehicle of vehicles) this.#take(vehicle, nowMs)
    if (this.#tracks.size === vehicles.length) return
    for (const [id, { turn }] of this.#tracks) if (turn !== this.#turn) this.#tracks.delete(id)
  }

  /** Reports where every vehicle is drawn now: its point in the world and its heading. */
  visit(nowMs: number, see: (vehicle: MapVehicle, x: number, y: number, headingDeg: number) => void): void {
    for (const { vehicle, from, to, startMs, durationMs } of this.#tracks.values()) {
      if (nowMs >= startMs + durationMs) {
        see(vehicle, to.point.x, to.point.y, to.headingDeg)
        continue
      }
      const part = Math.max(0, (nowMs - startMs) / durationMs)
      const x = from.point.x + (to.point.x - from.point.x) * part
      const y = from.point.y + (to.point.y - from.point.y) * part
      see(vehicle, x, y, headingAt(from, to, part))
    }
  }

  pose(id: string, nowMs: number): Pose | null {
    const track = this.#tracks.get(id)
    return track ? poseAt(track, nowMs) : null
  }

  /** Whether something is still on its way, so that another picture is worth drawing. */
  moving(nowMs: number): boolean {
    return nowMs < this.#restAtMs
  }

  #take(vehicle: MapVehicle, nowMs: number): void {
    const track = this.#tracks.get(vehicle.id)
    if (track) this.#advance(track, vehicle, nowMs)
    else this.#tracks.set(vehicle.id, standing(vehicle, nowMs, this.#turn))
  }

  #advance(track: Track, vehicle: MapVehicle, nowMs: number): void {
    track.turn = this.#turn
    const old = track.vehicle
    if (old === vehicle) return
    track.vehicle = vehicle
    const to = poseOf(vehicle)
    if (samePlace(track.to, to)) return
    const legS = vehicle.timeS - old.timeS
    const jumps = legS <= 0 || legS > longestLegS || distanceM(old, vehicle) > longestLegM
    track.from = jumps ? to : poseAt(track, nowMs)
    track.to = to
    track.startMs = nowMs
    track.durationMs = jumps ? 0 : Math.min(longestLegMs, Math.max(shortestLegMs, legS * 1000))
    this.#restAtMs = Math.max(this.#restAtMs, nowMs + track.durationMs)
  }
}

function sameIds(a: readonly MapVehicle[], b: readonly MapVehicle[]): boolean {
  return a.length === b.length && a.every((vehicle, index) => vehicle === b[index] || vehicle.id === b[index]?.id)
}

function standing(vehicle: MapVehicle, nowMs: number, turn: number): Track {
  const at = poseOf(vehicle)
  return { vehicle, from: at, to: at, startMs: nowMs, durationMs: 0, turn }
}

function poseOf({ lat, lng, headingDeg }: MapVehicle): Pose {
  return { point: toWorld(lat, lng), headingDeg }
}

function samePlace(a: Pose, b: Pose): boolean {
  return a.point.x === b.point.x && a.point.y === b.point.y && a.headingDeg === b.headingDeg
}

function poseAt({ from, to, startMs, durationMs }: Track, nowMs: number): Pose {
  if (nowMs >= startMs + durationMs) return to
  const part = Math.max(0, (nowMs - startMs) / durationMs)
  return {
    point: {
      x: from.point.x + (to.point.x - from.point.x) * part,
      y: from.point.y + (to.point.y - from.point.y) * part,
    },
    headingDeg: headingAt(from, to, part),
  }
}

/** The nose turns in the first quarter of the way, as in a bend, and not slowly along the whole street. */
function headingAt(from: Pose, to: Pose, part: number): number {
  return (from.headingDeg + turnBetween(from.headingDeg, to.headingDeg) * Math.min(1, part * 4) + 360) % 360
}
