import { type Random, randomFrom } from './random.ts'
import { findWay, type RoadNetwork } from './roads.ts'

/** What a vehicle does all day: a bus on its line, or a van that delivers and parks. */
export type Trade = 'bus' | 'van'

/** A place where the vehicle stands still. */
interface Halt {
  readonly seconds: number
  readonly kind: 'light' | 'stop' | 'parking'
}

/** A point of the road the vehicle follows, with what is allowed there. */
interface WayPoint {
  readonly eastM: number
  readonly northM: number
  readonly limitMs: number
  readonly halt: Halt | null
}

/**
 * One round from home to home, second by second: the second of the round gives the position of the vehicle. So
 * a vehicle's position is a function of the clock alone, and a thousand vehicles share a few hundred rounds.
 */
export interface Round {
  readonly trade: Trade
  readonly seconds: number
  readonly lengthM: number
  readonly eastM: Float32Array
  readonly northM: Float32Array
  readonly speedMs: Float32Array
  /** Continuous, so that values between two seconds can be computed: not limited to 0 to 360. */
  readonly headingDeg: Float32Array
  readonly drivenM: Float32Array
  /** Seconds `[from, to)` of the round in which the engine is off. */
  readonly parked: readonly { readonly fromS: number; readonly toS: number }[]
}

const ACCELERATION = 1.1
const BRAKING = 1.6
const CORNER_GRIP = 1.9
/** Radians a second that a driver turns at most. */
const STEERING = 0.5
const STEP_M = 2.5
const PATH_STEP_M = 8

/** A round decided by its seed. The first and the last point are the same place, at which the vehicle stands. */
export function buildRound(roads: RoadNetwork, seed: number, trade: Trade): Round {
  const random = randomFrom(seed)
  const stops = chooseStops(roads, random, trade)
  const points = trace(roads, stops, random, trade)
  return travel(points, trade)
}

/** A place on a drawn path, in metres from its first one. */
export interface PathStop {
  readonly eastM: number
  readonly northM: number
  /** Metres a second on the way there. */
  readonly limitMs: number
  readonly standS: number
}

/** One round along a path and straight back to its begin, at speeds that an engine and brakes can make. */
export function roundAlong(path: readonly PathStop[]): Round {
  const halt = (seconds: number): Halt | null => (seconds > 0 ? { kind: 'stop', seconds } : null)
  const first = path[0]!
  const points: WayPoint[] = [{ ...first, halt: halt(Math.max(1, first.standS)) }]
  for (const [n, to] of [...path.slice(1), { ...first, standS: 0 }].entries()) {
    const from = path[n]!
    const steps = Math.max(1, Math.round(Math.hypot(to.eastM - from.eastM, to.northM - from.northM) / PATH_STEP_M))
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      points.push({
        eastM: from.eastM + (to.eastM - from.eastM) * share,
        northM: from.northM + (to.northM - from.northM) * share,
        limitMs: to.limitMs,
        halt: step === steps ? halt(to.standS) : null,
      })
    }
  }
  return travel(points, 'bus')
}

interface Stop {
  readonly way: readonly number[]
  readonly halt: Halt
}

function chooseStops(roads: RoadNetwork, random: Random, trade: Trade): Stop[] {
  const legs = trade === 'bus' ? 9 : 4 + Math.floor(random() * 3)
  const home = Math.floor(random() * roads.length)
  const stops: Stop[] = []
  let at = home
  let cameFrom: number | null = null
  let firstTo: number | null = null
  for (let leg = 0; leg < legs; leg++) {
    const last = leg === legs - 1
    const goal = last ? home : anotherCrossing(roads, at, home, random)
    const way = findWay(roads, at, goal, cameFrom, last ? firstTo : null)
    if (!way || way.length < 2) {
      if (last) throw new Error('the roads hold no way home')
      continue
    }
    firstTo ??= way[1]!
    cameFrom = way.at(-2)!
    at = goal
    stops.push({ way, halt: haltAt(trade, last, random) })
  }
  return stops
}

function haltAt(trade: Trade, home: boolean, random: Random): Halt {
  if (trade === 'bus') return { kind: 'stop', seconds: 14 + Math.floor(random() * 20) }
  return { kind: 'parking', seconds: (home ? 400 : 150) + Math.floor(random() * 240) }
}

function anotherCrossing(roads: RoadNetwork, at: number, home: number, random: Random): number {
  for (;;) {
    const goal = Math.floor(random() * roads.length)
    const a = roads[at]!
    const b = roads[goal]!
    if (goal !== home && Math.hypot(a.eastM - b.eastM, a.northM - b.northM) > 900) return goal
  }
}

/** The line that is driven: straight roads, crossings rounded off, lights and stops where they are. */
function trace(roads: RoadNetwork, stops: readonly Stop[], random: Random, trade: Trade): WayPoint[] {
  const crossings: { at: number; halt: Halt | null; hurry: number }[] = []
  for (const stop of stops) {
    for (let i = 1; i < stop.way.length; i++) {
      const at = stop.way[i]!
      const end = i === stop.way.length - 1
      const red = roads[at]!.lights && random() < 0.38
      const light: Halt | null = red ? { kind: 'light', seconds: 8 + Math.floor(random() * 34) } : null
      crossings.push({
        at,
        halt: end ? stop.halt : light,
        hurry: 1 + (random() < 0.13 ? 0.24 : 0.06) * random() * 1.6 - 0.07,
      })
    }
  }
  const corner = crossings.map((crossing, i) => roundCorner(roads, crossings, i, crossing.at))
  const points: WayPoint[] = []
  for (let i = 0; i < crossings.length; i++) {
    const from = corner[(i + crossings.length - 1) % crossings.length]!.at(-1)!
    const to = corner[i]![0]!
    const limitMs =
      limitBetween(roads, crossings[(i + crossings.length - 1) % crossings.length]!.at, crossings[i]!.at) / 3.6
    const allowedMs = limitMs * (trade === 'bus' ? 0.88 : 1) * crossings[i]!.hurry
    const lengthM = Math.hypot(to.eastM - from.eastM, to.northM - from.northM)
    const steps = Math.max(1, Math.round(lengthM / 8))
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      const last = step === steps
      points.push({
        eastM: from.eastM + (to.eastM - from.eastM) * share,
        northM: from.northM + (to.northM - from.northM) * share,
        limitMs: allowedMs,
        halt: last ? crossings[i]!.halt : null,
      })
    }
    for (const place of corner[i]!.slice(1)) points.push({ ...place, limitMs: Math.min(allowedMs, 14), halt: null })
  }
  return startAtHome(points)
}

/** The last halt is home: the round is turned so that it begins there. */
function startAtHome(points: WayPoint[]): WayPoint[] {
  let home = points.length - 1
  while (!points[home]!.halt || points[home]!.halt!.kind === 'light') home -= 1
  const turned = [...points.slice(home), ...points.slice(0, home)]
  return [...turned, { ...turned[0]!, halt: null }]
}

function limitBetween(roads: RoadNetwork, from: number, to: number): number {
  return roads[from]!.roads.find((road) => road.to === to)?.limitKmh ?? 50
}

interface Place {
  readonly eastM: number
  readonly northM: number
}

function roundCorner(roads: RoadNetwork, way: readonly { at: number }[], i: number, at: number): Place[] {
  const before = roads[way[(i + way.length - 1) % way.length]!.at]!
  const here = roads[at]!
  const after = roads[way[(i + 1) % way.length]!.at]!
  const a = towards(here, before, 22)
  const b = towards(here, after, 22)
  const places: Place[] = []
  const steps = Math.max(4, Math.round(Math.hypot(a.eastM - b.eastM, a.northM - b.northM) / STEP_M))
  for (let step = 0; step <= steps; step++) {
    const t = step / steps
    const weights = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2] as const
    places.push({
      eastM: a.eastM * weights[0] + here.eastM * weights[1] + b.eastM * weights[2],
      northM: a.northM * weights[0] + here.northM * weights[1] + b.northM * weights[2],
    })
  }
  return places
}

function towards(from: Place, to: Place, metres: number): Place {
  const lengthM = Math.hypot(to.eastM - from.eastM, to.northM - from.northM)
  const share = Math.min(0.45, metres / lengthM)
  return {
    eastM: from.eastM + (to.eastM - from.eastM) * share,
    northM: from.northM + (to.northM - from.northM) * share,
  }
}

/** Speeds that an engine and brakes can make, then the same line second by second. */
function travel(points: readonly WayPoint[], trade: Trade): Round {
  const count = points.length
  const gapM = new Float64Array(count)
  for (let i = 1; i < count; i++) {
    gapM[i] = Math.hypot(points[i]!.eastM - points[i - 1]!.eastM, points[i]!.northM - points[i - 1]!.northM)
  }
  const heading = headings(points)
  const speed = speeds(points, gapM, heading)
  const timeS = new Float64Array(count)
  const leaveS = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    if (i > 0) timeS[i] = leaveS[i - 1]! + (2 * gapM[i]!) / Math.max(0.5, speed[i]! + speed[i - 1]!)
    leaveS[i] = timeS[i]! + (points[i]!.halt?.seconds ?? 0)
  }
  return bySecond(points, { gapM, heading, speed, timeS, leaveS }, trade)
}

function headings(points: readonly WayPoint[]): Float64Array {
  const heading = new Float64Array(points.length)
  for (let i = 0; i < points.length; i++) {
    const before = points[Math.max(0, i - 1)]!
    const after = points[Math.min(points.length - 1, i + 1)]!
    const wanted = (Math.atan2(after.eastM - before.eastM, after.northM - before.northM) * 180) / Math.PI
    const last = i > 0 ? heading[i - 1]! : wanted
    heading[i] = last + turnBetween(last, wanted)
  }
  return heading
}

/** Degrees from one heading to another by the shorter way, -180 to 180. */
function turnBetween(fromDeg: number, toDeg: number): number {
  return ((((toDeg - fromDeg) % 360) + 540) % 360) - 180
}

function speeds(points: readonly WayPoint[], gapM: Float64Array, heading: Float64Array): Float64Array {
  const count = points.length
  const speed = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const bend =
      i > 0 ? (Math.abs(turnBetween(heading[i - 1]!, heading[i]!)) * Math.PI) / 180 / Math.max(0.1, gapM[i]!) : 0
    const bendMs = bend > 1e-4 ? Math.min(Math.sqrt(CORNER_GRIP / bend), STEERING / bend) : Infinity
    speed[i] = points[i]!.halt ? 0 : Math.min(points[i]!.limitMs, bendMs)
  }
  speed[count - 1] = 0
  for (let i = 1; i < count; i++)
    speed[i] = Math.min(speed[i]!, Math.sqrt(speed[i - 1]! ** 2 + 2 * ACCELERATION * gapM[i]!))
  for (let i = count - 2; i >= 0; i--) {
    speed[i] = Math.min(speed[i]!, Math.sqrt(speed[i + 1]! ** 2 + 2 * BRAKING * gapM[i + 1]!))
  }
  return speed
}

interface Line {
  readonly gapM: Float64Array
  readonly heading: Float64Array
  readonly speed: Float64Array
  readonly timeS: Float64Array
  readonly leaveS: Float64Array
}

function bySecond(points: readonly WayPoint[], line: Line, trade: Trade): Round {
  const seconds = Math.ceil(line.leaveS.at(-1)!)
  const round = {
    trade,
    seconds,
    eastM: new Float32Array(seconds + 1),
    northM: new Float32Array(seconds + 1),
    speedMs: new Float32Array(seconds + 1),
    headingDeg: new Float32Array(seconds + 1),
    drivenM: new Float32Array(seconds + 1),
  }
  let i = 0
  let drivenM = 0
  for (let second = 0; second <= seconds; second++) {
    while (i + 1 < points.length && line.timeS[i + 1]! <= second) {
      i += 1
      drivenM += line.gapM[i]!
    }
    const next = Math.min(i + 1, points.length - 1)
    const rolling = second > line.leaveS[i]! && next > i
    const fromMs = line.speed[i]!
    const toMs = line.speed[next]!
    const sinceS = rolling ? second - line.leaveS[i]! : 0
    const spanS = rolling ? line.timeS[next]! - line.leaveS[i]! : 1
    // Even acceleration between two points: the way is the integral of the speed.
    const wayM = rolling ? (fromMs + ((toMs - fromMs) * sinceS) / spanS / 2) * sinceS : 0
    const share = rolling && line.gapM[next]! > 0 ? Math.min(1, wayM / line.gapM[next]!) : 0
    round.eastM[second] = points[i]!.eastM + (points[next]!.eastM - points[i]!.eastM) * share
    round.northM[second] = points[i]!.northM + (points[next]!.northM - points[i]!.northM) * share
    round.speedMs[second] = rolling ? fromMs + ((toMs - fromMs) * sinceS) / spanS : 0
    round.headingDeg[second] = line.heading[i]! + (line.heading[next]! - line.heading[i]!) * share
    round.drivenM[second] = drivenM + wayM
  }
  const parked = points.flatMap((point, at) =>
    point.halt?.kind === 'parking' ? [{ fromS: line.timeS[at]! + 8, toS: line.leaveS[at]! - 4 }] : [],
  )
  return { ...round, lengthM: drivenM, parked }
}
