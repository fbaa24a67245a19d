import { cells, coarse, folder, names } from 'virtual:world'
import { cellDeg, cellName, type PackedGround, unpackLine, unpackRing } from './ground-format.ts'

/** The ground: land, its coast and the borders between countries. */
export interface Ground {
  readonly land: GeoJSON.MultiPolygon
  readonly coast: GeoJSON.MultiLineString
  readonly borders: GeoJSON.MultiLineString
}

/** West, south, east, north. */
export type Region = readonly [number, number, number, number]

/** Nearer than this the world from far looks like what it is. */
const cellsFromZoom = 5.5
/** Maximum number of cached cells: a view has at most 20. */
const maxCached = 60

/** Gives the ground of a view: from far one file, from near the cells in sight. Caches what it has fetched. */
export class World {
  readonly #signal: AbortSignal
  readonly #cached = new Map<string, Promise<PackedGround>>()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** What has to be fetched for a view; the same pieces make the same ground. */
  pieces(region: Region, zoom: number): readonly string[] {
    return zoom < cellsFromZoom ? ['far'] : nearPieces(region)
  }

  /** Fetches the pieces from our own server. Rejects when one of them cannot be had. */
  async ground(pieces: readonly string[]): Promise<Ground> {
    return unpack(await Promise.all(pieces.map((piece) => this.#piece(piece))))
  }

  #piece(name: string): Promise<PackedGround> {
    const known = this.#cached.get(name)
    if (known) {
      this.#cached.delete(name)
      this.#cached.set(name, known)
      return known
    }
    const piece = groundPiece(name, this.#signal)
    piece.catch(() => this.#cached.delete(name))
    this.#cached.set(name, piece)
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= maxCached) break
      this.#cached.delete(oldest)
    }
    return piece
  }
}

/** The world as it comes with the script: what is shown while the file is on its way. */
export function coarseGround(): Ground {
  return unpack([coarse])
}

/** Names of countries, and the size that decides from how near they are written. */
export function countryNames(): GeoJSON.FeatureCollection<GeoJSON.Point, { name: string; size: number }> {
  return {
    type: 'FeatureCollection',
    features: names.map(({ name, size, at }) => ({
      type: 'Feature',
      properties: { name, size },
      geometry: { type: 'Point', coordinates: [...at] },
    })),
  }
}

/** The cells with land in a region and a little around it, so that a small move needs nothing new. */
export function nearPieces([west, south, east, north]: Region): string[] {
  const aroundDeg = Math.min(2, (east - west) / 4)
  const column = (lng: number) => Math.floor((Math.min(179.9, Math.max(-180, lng)) + 180) / cellDeg)
  const row = (lat: number) => Math.floor((Math.min(89.9, Math.max(-90, lat)) + 90) / cellDeg)
  const found: string[] = []
  for (let x = column(west - aroundDeg); x <= column(east + aroundDeg); x++)
    for (let y = row(south - aroundDeg); y <= row(north + aroundDeg); y++)
      if (cells.has(cellName(x, y))) found.push(cellName(x, y))
  return found
}

/** Fetches one piece from our own server. */
export async function groundPiece(name: string, signal: AbortSignal): Promise<PackedGround> {
  const response = await fetch(`${folder}/${name}.json`, { signal })
  if (!response.ok) throw new Error(`the base map answered ${response.status}`)
  return (await response.json()) as PackedGround
}

function unpack(pieces: readonly PackedGround[]): Ground {
  const lines = (part: 'coast' | 'borders') => ({
    type: 'MultiLineString' as const,
    coordinates: pieces.flatMap((piece) => piece[part].map((line) => unpackLine(line, piece.unitsADegree))),
  })
  return {
    land: {
      type: 'MultiPolygon',
      coordinates: pieces.flatMap(({ land, unitsADegree }) =>
        land.map((rings) => rings.map((ring) => unpackRing(ring, unitsADegree))),
      ),
    },
    coast: lines('coast'),
    borders: lines('borders'),
  }
}
