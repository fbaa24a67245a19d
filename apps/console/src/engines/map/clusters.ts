import { type WorldPoint, worldScalePx } from './geometry.ts'
import type { MapVehicle, VehicleState } from './map.types.ts'

/** How many vehicles of a group are doing what. */
export type ClusterCounts = Readonly<Record<VehicleState, number>> & { readonly all: number }

/** Vehicles that would lie on each other, shown as one mark with their number. */
export interface Cluster {
  readonly at: WorldPoint
  readonly counts: ClusterCounts
  /** West, north, east and south ends of its vehicles in the world. */
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
}

export interface Grouped {
  readonly clusters: readonly Cluster[]
  /** Vehicles without neighbours, which are drawn as single markers. */
  readonly alone: ReadonlySet<string>
}

/** Radius of a marker; those of two that do not touch lie no nearer than twice this. */
export const markerRadiusPx = 14
/** Below this zoom there are so many vehicles in sight that groups keep a distance. */
const roomyBelowZoom = 8.5

/** How near vehicles have to be to become one mark. */
interface Density {
  /** Vehicles in the same cell of this side are one mark. */
  readonly cellPx: number
  /** Marks touch when their middles are nearer than their radii together, and never farther away than this. */
  readonly leastPx: number
}

const roomy: Density = { cellPx: 56, leastPx: 50 }
/** Two in one cell are nearer than two radii even where they lie in opposite corners. */
const tight: Density = { cellPx: 19, leastPx: markerRadiusPx * 2 }
/** Marks that grow by what joins them touch others: so often they are joined again at most. */
const mostRounds = 8

interface Mark {
  count: number
  sumX: number
  sumY: number
  readonly box: { left: number; top: number; right: number; bottom: number }
  readonly states: Record<VehicleState, number>
  /** The only vehicle of a mark with one. */
  readonly first: string
  absorbed: boolean
}

/** The zoom that groups are gathered for: a little farther out than the one in use, so that they stay while it changes a little. */
export function groupingZoom(zoom: number): number {
  return zoom < roomyBelowZoom ? Math.floor(zoom) : Math.floor(zoom * 4) / 4
}

/**
 * Gathers vehicles that would lie on each other at a zoom. The cells lie fast in the world, so that marks do not jump while the
 * map is moved.
 */
export function groupVehicles(
  visit: (see: (vehicle: MapVehicle, point: WorldPoint) => void) => void,
  zoom: number,
): Grouped {
  const density = zoom < roomyBelowZoom ? roomy : tight
  const cells = new Map<number, Mark>()
  const scale = worldScalePx(zoom)
  visit((vehicle, point) => gather(cells, vehicle, point, scale / density.cellPx))
  const clusters: Cluster[] = []
  const alone = new Set<string>()
  for (const mark of apart([...cells.values()], scale, density.leastPx)) {
    if (mark.count === 1) alone.add(mark.first)
    else clusters.push(clusterOf(mark))
  }
  return { clusters, alone }
}

function gather(cells: Map<number, Mark>, vehicle: MapVehicle, { x, y }: WorldPoint, perWorld: number): void {
  const key = cellKey(Math.floor(x * perWorld), Math.floor(y * perWorld))
  const mark = cells.get(key)
  if (!mark) {
    cells.set(key, newMark(vehicle, x, y))
    return
  }
  mark.count += 1
  mark.sumX += x
  mark.sumY += y
  mark.states[vehicle.state] += 1
  widen(mark, { left: x, right: x, top: y, bottom: y })
}

function newMark({ id, state }: MapVehicle, x: number, y: number): Mark {
  const states = { driving: 0, idle: 0, overSpeed: 0, offline: 0 }
  states[state] = 1
  const box = { left: x, top: y, right: x, bottom: y }
  return { count: 1, sumX: x, sumY: y, box, states, first: id, absorbed: false }
}

/** Joins marks until none touches another. */
function apart(marks: Mark[], scale: number, leastPx: number): readonly Mark[] {
  let left = marks
  for (let round = 0; round < mostRounds; round++) {
    joinTouching(left, scale, leastPx)
    const after = left.filter(({ absorbed }) => !absorbed)
    if (after.length === left.length) return after
    left = after
  }
  return left
}

/** The larger first, so that it is the larger mark which stays where it is. */
function joinTouching(marks: readonly Mark[], scale: number, leastPx: number): void {
  const reachPx = Math.max(leastPx, clusterRadiusPx(Number.POSITIVE_INFINITY) * 2)
  const cellOf = (middle: number): number => Math.floor((middle * scale) / reachPx)
  const cells = new Map<number, Mark[]>()
  for (const mark of marks) {
    const key = cellKey(cellOf(mark.sumX / mark.count), cellOf(mark.sumY / mark.count))
    const others = cells.get(key)
    if (others) others.push(mark)
    else cells.set(key, [mark])
  }
  for (const mark of [...marks].sort((a, b) => b.count - a.count)) {
    if (mark.absorbed) continue
    const column = cellOf(mark.sumX / mark.count)
    const row = cellOf(mark.sumY / mark.count)
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const other of cells.get(cellKey(x, y)) ?? [])
          if (other !== mark && !other.absorbed && touch(mark, other, scale, leastPx)) absorb(mark, other)
      }
    }
  }
}

function touch(a: Mark, b: Mark, scale: number, leastPx: number): boolean {
  const apartPx = Math.hypot(a.sumX / a.count - b.sumX / b.count, a.sumY / a.count - b.sumY / b.count) * scale
  return apartPx < Math.max(leastPx, radiusPx(a) + radiusPx(b))
}

function radiusPx({ count }: Mark): number {
  return count === 1 ? markerRadiusPx : clusterRadiusPx(count)
}

function absorb(mark: Mark, other: Mark): void {
  other.absorbed = true
  mark.count += other.count
  mark.sumX += other.sumX
  mark.sumY += other.sumY
  widen(mark, other.box)
  for (const state of ['driving', 'idle', 'overSpeed', 'offline'] as const) mark.states[state] += other.states[state]
}

function widen({ box }: Mark, by: Cluster['box']): void {
  box.left = Math.min(box.left, by.left)
  box.right = Math.max(box.right, by.right)
  box.top = Math.min(box.top, by.top)
  box.bottom = Math.max(box.bottom, by.bottom)
}

function clusterOf({ count, sumX, sumY, box, states }: Mark): Cluster {
  return { at: { x: sumX / count, y: sumY / count }, counts: { ...states, all: count }, box }
}

/** Unique for every cell of the world down to zoom 19. */
function cellKey(column: number, row: number): number {
  return column * 2 ** 26 + row
}

/** Larger groups have larger marks, in four sizes. */
export function clusterRadiusPx(count: number): number {
  return count < 10 ? 15 : count < 100 ? 18 : count < 1_000 ? 21 : 24
}
