import { type PackedGround, unpackLine, unpackRing } from '../base/ground-format.ts'
import { groundPiece, nearPieces } from '../base/world.ts'
import { panelZoom, tilePx, toWorld, type WorldPoint } from '../geometry.ts'
import type { MapPlace } from '../map.types.ts'

/** The ground around a small map, in pixels of its zoom from a corner nearby, so that a canvas keeps its exactness. */
export interface PanelGround {
  readonly origin: WorldPoint
  readonly land: Path2D
  readonly coast: Path2D
  readonly borders: Path2D
}

export const panelWorldPx = tilePx * 2 ** panelZoom

/** The names of the pieces that a small map around a place shows. */
export function panelPieces({ lat, lng }: MapPlace): readonly string[] {
  const aroundDeg = 0.02
  return nearPieces([lng - aroundDeg, lat - aroundDeg, lng + aroundDeg, lat + aroundDeg])
}

/** Fetches the pieces and makes paths of them. */
export async function panelGround(
  pieces: readonly string[],
  near: MapPlace,
  signal: AbortSignal,
): Promise<PanelGround> {
  const packed = await Promise.all(pieces.map((piece) => groundPiece(piece, signal)))
  const origin = toWorld(Math.round(near.lat), Math.round(near.lng))
  const ground = { origin, land: new Path2D(), coast: new Path2D(), borders: new Path2D() }
  for (const piece of packed) addPiece(ground, piece)
  return ground
}

function addPiece({ origin, land, coast, borders }: PanelGround, piece: PackedGround): void {
  for (const ring of piece.land.flat()) {
    addLine(land, unpackRing(ring, piece.unitsADegree), origin)
    land.closePath()
  }
  for (const line of piece.coast) addLine(coast, unpackLine(line, piece.unitsADegree), origin)
  for (const line of piece.borders) addLine(borders, unpackLine(line, piece.unitsADegree), origin)
}

function addLine(path: Path2D, points: readonly (readonly [number, number])[], origin: WorldPoint): void {
  for (const [index, [lng, lat]] of points.entries()) {
    const at = toWorld(lat, lng)
    const x = (at.x - origin.x) * panelWorldPx
    const y = (at.y - origin.y) * panelWorldPx
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
}
