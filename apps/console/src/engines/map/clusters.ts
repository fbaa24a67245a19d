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
  /** Vehicles with nobody near, which are drawn as they are. */
  readonly alone: ReadonlySet<string>
}

/** Side of the cells that vehicles are gathered in, at the whole zoom below the one in use. */
const cellPx = 56
/** Marks nearer than this would touch: the smaller one joins the larger. */
const touchPx = 50

interface Cell {
  count: number
  sumX: number
  sumY: number
  readonly box: { left: number; top: number; right: number; bottom: number }
  readonly states: Record<VehicleState, number>
  /** The only vehicle of a cell with one. */
  readonly first: string
  readonly column: number
  readonly row: number
  absorbed: boolean
}

/** Gathers vehicles at a whole zoom. The cells lie fast in the world, so that marks do not jump while the map is moved. */
export function groupVehicles(
  visit: (see: (vehicle: MapVehicle, point: WorldPoint) => void) => void,
  wholeZoom: number,
): Grouped {
  const perWorld = worldScalePx(wholeZoom) / cellPx
  const cells = new Map<number, Cell>()
  visit((vehicle, point) => gather(cells, vehicle, point, perWorld))
  joinTouching(cells, touchPx / worldScalePx(wholeZoom))
  const clusters: Cluster[] = []
  const alone = new Set<string>()
  for (const cell of cells.values()) {
    if (cell.absorbed) continue
    if (cell.count === 1) alone.add(cell.first)
    else clusters.push(clusterOf(cell))
  }
  return { clusters, alone }
}

function gather(cells: Map<number, Cell>, vehicle: MapVehicle, { x, y }: WorldPoint, perWorld: number): void {
  const column = Math.floor(x * perWorld)
  const row = Math.floor(y * perWorld)
  const key = cellKey(column, row)
  const cell = cells.get(key)
  if (!cell) {
    cells.set(key, newCell(vehicle, x, y, column, row))
    return
  }
  cell.count += 1
  cell.sumX += x
  cell.sumY += y
  cell.states[vehicle.state] += 1
  cell.box.left = Math.min(cell.box.left, x)
  cell.box.right = Math.max(cell.box.right, x)
  cell.box.top = Math.min(cell.box.top, y)
  cell.box.bottom = Math.max(cell.box.bottom, y)
}

function newCell({ id, state }: MapVehicle, x: number, y: number, column: number, row: number): Cell {
  const states = { driving: 0, idle: 0, overSpeed: 0, offline: 0 }
  states[state] = 1
  const box = { left: x, top: y, right: x, bottom: y }
  return { count: 1, sumX: x, sumY: y, box, states, first: id, column, row, absorbed: false }
}

/** The larger first, so that it is the larger mark which stays where it is. */
function joinTouching(cells: ReadonlyMap<number, Cell>, within: number): void {
  for (const cell of [...cells.values()].sort((a, b) => b.count - a.count)) {
    if (cell.absorbed) continue
    for (let column = cell.column - 1; column <= cell.column + 1; column++) {
      for (let row = cell.row - 1; row <= cell.row + 1; row++) {
        const other = cells.get(cellKey(column, row))
        if (other && other !== cell && !other.absorbed && near(cell, other, within)) absorb(cell, other)
      }
    }
  }
}

function near(a: Cell, b: Cell, within: number): boolean {
  return Math.hypot(a.sumX / a.count - b.sumX / b.count, a.sumY / a.count - b.sumY / b.count) < within
}

function absorb(cell: Cell, other: Cell): void {
  other.absorbed = true
  cell.count += other.count
  cell.sumX += other.sumX
  cell.sumY += other.sumY
  cell.box.left = Math.min(cell.box.left, other.box.left)
  cell.box.right = Math.max(cell.box.right, other.box.right)
  cell.box.top = Math.min(cell.box.top, other.box.top)
  cell.box.bottom = Math.max(cell.box.bottom, other.box.bottom)
  for (const state of ['driving', 'idle', 'overSpeed', 'offline'] as const) cell.states[state] += other.states[state]
}

function clusterOf({ count, sumX, sumY, box, states }: Cell): Cluster {
  return { at: { x: sumX / count, y: sumY / count }, counts: { ...states, all: count }, box }
}

/** Unique for every cell of the world down to zoom 19. */
function cellKey(column: number, row: number): number {
  return column * 2 ** 26 + row
}
