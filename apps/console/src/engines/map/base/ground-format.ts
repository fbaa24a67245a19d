/** How a piece of the ground travels: whole numbers, each point as its step from the one before. */
export interface PackedGround {
  readonly unitsADegree: number
  /** Polygons of rings; rings are closed by their reader. */
  readonly land: readonly (readonly (readonly number[])[])[]
  readonly coast: readonly (readonly number[])[]
  readonly borders: readonly (readonly number[])[]
}

/** What is seen from near is counted in eleven metres, the rest in eleven hundred. */
export const fineUnits = 10_000
export const farUnits = 100

/** Degrees of a cell's side. Column 0 begins at 180° west, row 0 at 90° south. */
export const cellDeg = 10

/** The name of a cell, in the address of its file too. */
export function cellName(column: number, row: number): string {
  return `${column}-${row}`
}

/** Longitude and latitude, one after the other, as steps. */
export function packLine(points: readonly (readonly number[])[], unitsADegree: number): number[] {
  const packed: number[] = []
  let [x, y] = [0, 0]
  for (const [lng = 0, lat = 0] of points) {
    const [nextX, nextY] = [Math.round(lng * unitsADegree), Math.round(lat * unitsADegree)]
    if (packed.length > 0 && nextX === x && nextY === y) continue
    packed.push(nextX - x, nextY - y)
    x = nextX
    y = nextY
  }
  return packed
}

export function unpackLine(packed: readonly number[], unitsADegree: number): [number, number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (let index = 0; index + 1 < packed.length; index += 2) {
    x += packed[index] ?? 0
    y += packed[index + 1] ?? 0
    points.push([x / unitsADegree, y / unitsADegree])
  }
  return points
}

/** A ring as it was packed, closed. */
export function unpackRing(packed: readonly number[], unitsADegree: number): [number, number][] {
  const points = unpackLine(packed, unitsADegree)
  const first = points[0]
  if (first) points.push([first[0], first[1]])
  return points
}
