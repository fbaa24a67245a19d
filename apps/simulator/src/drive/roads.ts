import { randomFrom } from './random.ts'

/** A crossing; metres east and north of the centre of the map. */
export interface Crossing {
  readonly eastM: number
  readonly northM: number
  readonly lights: boolean
  readonly roads: readonly Road[]
}

/** A road out of a crossing. */
export interface Road {
  readonly to: number
  readonly lengthM: number
  readonly limitKmh: number
}

/** A town's streets: crossings by number, each reachable from each without turning round. */
export type RoadNetwork = readonly Crossing[]

/** Crossings from one side of the town to the other; they are numbered row by row, from south-west on. */
export const TOWN_SIDE = 21
const SPACING_M = 420
const TILT = 0.21
const EVERY_AVENUE = 4

/**
 * A town that a seed decides: a grid turned against north, with streets missing here and there, every fourth one an
 * avenue, two diagonals and a ring. It reaches about 4 km from the centre in each direction.
 */
export function buildRoads(seed: number): RoadNetwork {
  const random = randomFrom(seed ^ 0x5eed)
  const middle = (TOWN_SIDE - 1) / 2
  const places: { eastM: number; northM: number; lights: boolean }[] = []
  for (let row = 0; row < TOWN_SIDE; row++) {
    for (let column = 0; column < TOWN_SIDE; column++) {
      const a = (column - middle) * SPACING_M + (random() - 0.5) * 150
      const b = (row - middle) * SPACING_M + (random() - 0.5) * 150
      const eastM = a * Math.cos(TILT) - b * Math.sin(TILT)
      const northM = a * Math.sin(TILT) + b * Math.cos(TILT)
      places.push({ eastM, northM, lights: isAvenue(row) || isAvenue(column) ? random() < 0.75 : random() < 0.2 })
    }
  }
  const roads: Road[][] = places.map(() => [])
  const join = (a: number, b: number, limitKmh: number): void => {
    const from = places[a]!
    const to = places[b]!
    const lengthM = Math.hypot(from.eastM - to.eastM, from.northM - to.northM)
    roads[a]!.push({ to: b, lengthM, limitKmh })
    roads[b]!.push({ to: a, lengthM, limitKmh })
  }
  for (let row = 0; row < TOWN_SIDE; row++) {
    for (let column = 0; column < TOWN_SIDE; column++) {
      const at = row * TOWN_SIDE + column
      if (column + 1 < TOWN_SIDE && keeps(row, column, random())) join(at, at + 1, limitOf(row))
      if (row + 1 < TOWN_SIDE && keeps(column, row, random())) join(at, at + TOWN_SIDE, limitOf(column))
      const diagonal = column + 1 < TOWN_SIDE && row + 1 < TOWN_SIDE && row === column
      const otherDiagonal = column > 0 && row + 1 < TOWN_SIDE && row + column === TOWN_SIDE - 1
      if (diagonal) join(at, at + TOWN_SIDE + 1, 60)
      if (otherDiagonal) join(at, at + TOWN_SIDE - 1, 60)
    }
  }
  return places.map((place, at) => ({ ...place, roads: roads[at]! }))
}

function isAvenue(line: number): boolean {
  return line % EVERY_AVENUE === 2
}

function isRing(line: number): boolean {
  return line === 0 || line === TOWN_SIDE - 1
}

function limitOf(line: number): number {
  if (isRing(line)) return 80
  return isAvenue(line) ? 70 : 50
}

/** Ring and avenues are whole; every sixth small street is missing, but never two in a row, so that no end is dead. */
function keeps(line: number, along: number, chance: number): boolean {
  return isRing(line) || isAvenue(line) || (line + along) % 2 === 0 || chance > 0.33
}

/**
 * The quickest way from a crossing to another without turning round at the start (`cameFrom`) and without arriving out
 * of `notFrom`, where the next leg leaves to. `null` when there is none.
 */
export function findWay(
  roads: RoadNetwork,
  from: number,
  to: number,
  cameFrom: number | null,
  notFrom: number | null,
): number[] | null {
  const best = new Float64Array(roads.length).fill(Infinity)
  const previous = new Int32Array(roads.length).fill(-1)
  const done = new Uint8Array(roads.length)
  best[from] = 0
  for (;;) {
    let at = -1
    for (let i = 0; i < roads.length; i++) if (!done[i] && best[i]! < (at < 0 ? Infinity : best[at]!)) at = i
    if (at < 0) return null
    if (at === to) return unwind(previous, from, to)
    done[at] = 1
    for (const road of roads[at]!.roads) {
      if (at === from && road.to === cameFrom) continue
      if (road.to === to && at === notFrom) continue
      const cost = best[at]! + road.lengthM / road.limitKmh
      if (cost < best[road.to]!) {
        best[road.to] = cost
        previous[road.to] = at
      }
    }
  }
}

function unwind(previous: Int32Array, from: number, to: number): number[] {
  const way = [to]
  while (way[0] !== from) way.unshift(previous[way[0]!]!)
  return way
}
