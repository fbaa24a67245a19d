// A part of the earth as a bitmap: how the corridor of a route is kept and sent (ROUTE-27, ROUTE-30).
import { type Area, boxAround, type Span } from './area.ts'
import type { Place } from './distance.ts'

/** Cells of `accuracy` degrees each way; the south-west corner of the first stands at `lat`, `lng`. */
export interface CellGrid {
  readonly lat: number
  readonly lng: number
  readonly width: number
  readonly height: number
  readonly accuracy: number
}

/** Degrees below this are dust of the arithmetic: a place on the border of a cell belongs to it. */
const DUST = 1e-9

/** Bytes of a grid: each row begins with a byte of its own. */
export function cellBytes(width: number, height: number): number {
  return Math.ceil(width / 8) * height
}

/** Cells that are set or not: row by row from south to north, west to east, the most significant bit first. */
export class CellMap {
  readonly grid: CellGrid
  readonly bytes: Uint8Array
  readonly #rowBytes: number

  /** `bytes` are used as they are. Throws when their number is not the one of the grid. */
  constructor(grid: CellGrid, bytes: Uint8Array = new Uint8Array(cellBytes(grid.width, grid.height))) {
    if (bytes.length !== cellBytes(grid.width, grid.height)) throw new RangeError('the bytes do not fit the grid')
    this.grid = grid
    this.bytes = bytes
    this.#rowBytes = Math.ceil(grid.width / 8)
  }

  /** Cells beyond the grid are not set. */
  has(x: number, y: number): boolean {
    const { width, height } = this.grid
    if (x < 0 || y < 0 || x >= width || y >= height) return false
    return (this.bytes[y * this.#rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0
  }

  set(x: number, y: number): void {
    const { width, height } = this.grid
    if (x < 0 || y < 0 || x >= width || y >= height) throw new RangeError('there is no such cell')
    const at = y * this.#rowBytes + (x >> 3)
    this.bytes[at] = this.bytes[at]! | (0x80 >> (x & 7))
  }
}

/** All set cells as an area. */
export function cellArea(cells: CellMap): Area {
  const { lat, lng, width, height, accuracy } = cells.grid
  const column = (place: Place): number => (place.lng - lng + DUST) / accuracy
  const row = (place: Place): number => (place.lat - lat + DUST) / accuracy
  return {
    box: { south: lat, west: lng, north: lat + height * accuracy, east: lng + width * accuracy },
    contains: (place) => cells.has(Math.floor(column(place)), Math.floor(row(place))),
    spans: (from, to) => cellSpans(cells, { x: column(from), y: row(from) }, { x: column(to), y: row(to) }),
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Goes from border to border of the cells that the way meets within the grid. */
function cellSpans(cells: CellMap, from: Point, to: Point): Span[] {
  const { width, height } = cells.grid
  const clip = clipped(from, to, width, height)
  if (clip === null) return []
  const [stepX, stepY] = [to.x - from.x, to.y - from.y]
  const spans: Span[] = []
  for (let share = clip.from; ; ) {
    const nextX = nextBorder(from.x, stepX, share)
    const nextY = nextBorder(from.y, stepY, share)
    const end = Math.min(nextX, nextY, clip.to)
    const middle = (share + end) / 2
    if (cells.has(Math.floor(from.x + stepX * middle), Math.floor(from.y + stepY * middle))) {
      const last = spans.at(-1)
      if (last?.to === share) spans[spans.length - 1] = { from: last.from, to: end }
      else spans.push({ from: share, to: end })
    }
    if (end >= clip.to) return spans
    share = end
  }
}

/** Behind `share`: one that stands on a border is past it. */
function nextBorder(from: number, step: number, share: number): number {
  if (step === 0) return Number.POSITIVE_INFINITY
  const at = from + step * share
  let border = step > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1
  let next = (border - from) / step
  // The arithmetic may have put us a hair before the border that we stand on.
  while (next <= share) {
    border += Math.sign(step)
    next = (border - from) / step
  }
  return next
}

/** The part of a way that lies over the grid. */
function clipped(from: Point, to: Point, width: number, height: number): Span | null {
  let [low, high] = [0, 1]
  for (const [at, step, most] of [
    [from.x, to.x - from.x, width],
    [from.y, to.y - from.y, height],
  ] as const) {
    if (step === 0) {
      if (at < 0 || at >= most) return null
      continue
    }
    const [a, b] = [-at / step, (most - at) / step]
    low = Math.max(low, Math.min(a, b))
    high = Math.min(high, Math.max(a, b))
  }
  return low <= high ? { from: low, to: high } : null
}

/** How wide a corridor is drawn, in cells (ROUTE-24, ROUTE-30). */
export const CORRIDOR_CELLS = 5

/** The corridor of a way through places: every cell whose middle lies within half its width of the line. At least one place. */
export function drawCorridor(places: readonly Place[], accuracy: number): CellMap {
  const grid = corridorGrid(places, accuracy)
  const cells = new CellMap(grid)
  const points = places.map((place) => ({ x: (place.lng - grid.lng) / accuracy, y: (place.lat - grid.lat) / accuracy }))
  for (const [n, point] of points.entries()) drawLeg(cells, points[n - 1] ?? point, point)
  return cells
}

/** The grid that holds the corridor of a way, on multiples of `accuracy`. Its size is known before anything is drawn. */
export function corridorGrid(places: readonly Place[], accuracy: number): CellGrid {
  const box = boxAround(places)
  const margin = Math.ceil(CORRIDOR_CELLS / 2)
  const first = (degrees: number): number => Math.floor(degrees / accuracy + DUST) - margin
  const count = (low: number, high: number): number => first(high) - first(low) + 2 * margin + 1
  const onGrid = (cell: number): number => Number((cell * accuracy).toFixed(9))
  return {
    lat: onGrid(first(box.south)),
    lng: onGrid(first(box.west)),
    accuracy,
    width: count(box.west, box.east),
    height: count(box.south, box.north),
  }
}

function drawLeg(cells: CellMap, from: Point, to: Point): void {
  const reach = CORRIDOR_CELLS / 2
  const { width, height } = cells.grid
  const [stepX, stepY] = [to.x - from.x, to.y - from.y]
  const square = stepX * stepX + stepY * stepY
  const firstRow = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach))
  const lastRow = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + reach))
  for (let y = firstRow; y <= lastRow; y++) {
    // The part of the leg near this row bounds the columns: a long leg is not looked at as a whole for each row.
    const shareAt = (row: number): number => (stepY === 0 ? 0 : Math.min(1, Math.max(0, (row - from.y) / stepY)))
    const ends =
      stepY === 0 ? [from.x, to.x] : [shareAt(y - reach), shareAt(y + 1 + reach)].map((s) => from.x + stepX * s)
    const firstColumn = Math.max(0, Math.floor(Math.min(...ends) - reach - 1))
    const lastColumn = Math.min(width - 1, Math.ceil(Math.max(...ends) + reach + 1))
    for (let x = firstColumn; x <= lastColumn; x++) {
      const [offX, offY] = [x + 0.5 - from.x, y + 0.5 - from.y]
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, (offX * stepX + offY * stepY) / square))
      if (Math.hypot(offX - stepX * share, offY - stepY * share) <= reach) cells.set(x, y)
    }
  }
}
