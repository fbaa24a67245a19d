import {
  cellDeg,
  cellName,
  farUnits,
  fineUnits,
  type PackedGround,
  packLine,
} from '../src/engines/map/base/ground-format.ts'

type Point = readonly number[]
type Line = readonly Point[]
type Polygon = readonly Line[]
/** West, south, east, north. */
type Box = readonly [number, number, number, number]

/** Land and borders of the whole world, as rings and lines of longitude and latitude. */
export interface World {
  readonly land: readonly Polygon[]
  readonly borders: readonly Line[]
}

const worldBox: Box = [-180, -90, 180, 90]

/** Two pixels of the nearest view that is drawn from the world in one piece. */
const farStepDeg = 0.03

/** The world in one piece, for views from far. */
export function packWorld(world: World): PackedGround {
  const land = world.land.map((polygon) => polygon.map(thin).filter((ring) => ring.length > 3))
  return packBox(
    { land: land.filter((rings) => rings.length > 0), borders: world.borders.map(thin) },
    worldBox,
    farUnits,
  )
}

/** Leaves out the points that are nearer than a step to the one before; the ends stay. */
function thin(line: Line): Line {
  let last: Point | undefined
  return line.filter((point, index) => {
    const [x = 0, y = 0] = point
    const isNear = last && Math.hypot(x - (last[0] ?? 0), y - (last[1] ?? 0)) < farStepDeg
    if (isNear && index < line.length - 1) return false
    last = point
    return true
  })
}

/** The world cut into cells of ten degrees; cells without land are absent. */
export function packCells(world: World): Map<string, PackedGround> {
  const cells = new Map<string, PackedGround>()
  for (let column = 0; column < 360 / cellDeg; column++) {
    const west = column * cellDeg - 180
    const strip = cut(world, [west, -90, west + cellDeg, 90])
    for (let row = 0; row < 180 / cellDeg; row++) {
      const south = row * cellDeg - 90
      const packed = packBox(strip, [west, south, west + cellDeg, south + cellDeg], fineUnits)
      if (packed.land.length > 0) cells.set(cellName(column, row), packed)
    }
  }
  return cells
}

function cut(world: World, box: Box): World {
  return {
    land: world.land.flatMap((polygon) => {
      const rings = polygon.map((ring) => clipRing(ring, box))
      return rings[0] && rings[0].length > 2 ? [rings.filter((ring) => ring.length > 2)] : []
    }),
    borders: world.borders.filter((line) => touches(line, box)),
  }
}

function packBox(world: World, box: Box, unitsADegree: number): PackedGround {
  const { land } = cut(world, box)
  const shores = land.flat().flatMap((ring) => shoreLines(ring, box))
  const pack = (line: Line) => packLine(line, unitsADegree)
  return {
    unitsADegree,
    land: land.map((polygon) => polygon.map(pack)),
    coast: shores.map(pack),
    borders: world.borders.flatMap((line) => clipLine(line, box)).map(pack),
  }
}

/** Rounds the corners of a closed ring once (Chaikin): the source counts in steps of 400 m, which show from near. */
export function smoothRing(ring: Line): Line {
  const open = ring.slice(0, -1)
  return open.flatMap((point, index) => {
    const before = open.at(index - 1) ?? point
    const after = open[(index + 1) % open.length] ?? point
    return isWorldEdge(point) ? [point] : [between(point, before), between(point, after)]
  })
}

/** The same for an open line; its ends stay. */
export function smoothLine(line: Line): Line {
  return line.flatMap((point, index) => {
    const [before, after] = [line[index - 1], line[index + 1]]
    return before && after ? [between(point, before), between(point, after)] : [point]
  })
}

function between([x = 0, y = 0]: Point, [towardsX = 0, towardsY = 0]: Point): Point {
  return [x + (towardsX - x) / 4, y + (towardsY - y) / 4]
}

function isWorldEdge([x = 0, y = 0]: Point): boolean {
  return Math.abs(x) > 179.99 || y < -89.9
}

/** The part of a ring inside the box (Sutherland and Hodgman): where the ring leaves it, it runs along the edge. */
export function clipRing(ring: Line, [west, south, east, north]: Box): Line {
  const box: Box = [west, south, east, north]
  if (!touches(ring, box)) return []
  const sides: readonly (readonly [axis: 0 | 1, at: number, sign: 1 | -1])[] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ]
  return sides.reduce<Line>((left, [axis, at, sign]) => clipSide(left, axis, at, sign), ring)
}

function clipSide(ring: Line, axis: 0 | 1, at: number, sign: 1 | -1): Line {
  const inside = (point: Point) => ((point[axis] ?? 0) - at) * sign >= 0
  const kept: Point[] = []
  for (const [index, point] of ring.entries()) {
    const before = ring.at(index - 1) ?? point
    if (inside(before) !== inside(point)) kept.push(crossing(before, point, axis, at))
    if (inside(point)) kept.push(point)
  }
  return kept
}

function crossing(a: Point, b: Point, axis: 0 | 1, at: number): Point {
  const other = axis === 0 ? 1 : 0
  const share = (at - (a[axis] ?? 0)) / ((b[axis] ?? 0) - (a[axis] ?? 0))
  const value = (a[other] ?? 0) + share * ((b[other] ?? 0) - (a[other] ?? 0))
  return axis === 0 ? [at, value] : [value, at]
}

/** The stretches of a cut ring that are shore: not the edges of the box, and not the seam of the world. */
function shoreLines(ring: Line, box: Box): Line[] {
  const lines: Point[][] = []
  let current: Point[] = []
  const closed = [...ring, ...ring.slice(0, 1)]
  for (const [index, point] of closed.entries()) {
    const before = closed[index - 1]
    if (!before) continue
    if (alongEdge(before, point, box) || (isWorldEdge(before) && isWorldEdge(point))) current = []
    else if (current.length > 0) current.push(point)
    else {
      current = [before, point]
      lines.push(current)
    }
  }
  return lines
}

function alongEdge(a: Point, b: Point, [west, south, east, north]: Box): boolean {
  const on = (axis: 0 | 1, at: number) => a[axis] === at && b[axis] === at
  return on(0, west) || on(0, east) || on(1, south) || on(1, north)
}

/** The stretches of a line inside the box (Liang and Barsky, segment by segment). */
export function clipLine(line: Line, box: Box): Line[] {
  if (!touches(line, box)) return []
  const parts: Point[][] = []
  let current: Point[] | null = null
  for (const [index, end] of line.entries()) {
    const start = line[index - 1]
    if (!start) continue
    const kept = clipSegment(start, end, box)
    if (!kept) {
      current = null
      continue
    }
    if (current && kept.from === start) current.push(kept.to)
    else {
      current = [kept.from, kept.to]
      parts.push(current)
    }
    if (kept.to !== end) current = null
  }
  return parts
}

function clipSegment(a: Point, b: Point, [west, south, east, north]: Box): { from: Point; to: Point } | null {
  const [ax = 0, ay = 0] = a
  const [dx, dy] = [(b[0] ?? 0) - ax, (b[1] ?? 0) - ay]
  let [enter, leave] = [0, 1]
  for (const [step, room] of [
    [-dx, ax - west],
    [dx, east - ax],
    [-dy, ay - south],
    [dy, north - ay],
  ] as const) {
    if (step === 0 && room < 0) return null
    if (step < 0) enter = Math.max(enter, room / step)
    if (step > 0) leave = Math.min(leave, room / step)
  }
  if (enter > leave) return null
  const at = (share: number): Point => [ax + dx * share, ay + dy * share]
  return { from: enter === 0 ? a : at(enter), to: leave === 1 ? b : at(leave) }
}

function touches(line: Line, [west, south, east, north]: Box): boolean {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x = 0, y = 0] of line) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  return left <= east && right >= west && bottom <= north && top >= south
}
