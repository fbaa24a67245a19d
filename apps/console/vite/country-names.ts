export interface CountryName {
  readonly name: string
  /** 0 is a continent of a country, 8 an island: small countries are named from nearer. */
  readonly size: number
  readonly at: readonly [number, number]
}

interface Country {
  readonly name: string
  readonly polygons: readonly (readonly (readonly (readonly number[])[])[])[]
}

/** Where each country's name stands: in the middle of its largest piece. */
export function countryNames(countries: readonly Country[]): CountryName[] {
  return countries.flatMap(({ name, polygons }) => {
    const measured = polygons.map(([ring = []]) => measure(ring))
    const [largest] = measured.sort((a, b) => b.area - a.area)
    if (!largest) return []
    const size = Math.max(0, Math.min(8, 4 - Math.log10(largest.area + 1e-3) * 1.4))
    const [lng, lat] = largest.center
    return [{ name, size: round(size), at: [round(lng), round(lat)] as const }]
  })
}

/** Area in square degrees and centre of gravity of a ring. */
function measure(ring: readonly (readonly number[])[]): { area: number; center: [number, number] } {
  let [doubled, x, y] = [0, 0, 0]
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? []
    const cross = x1 * y2 - x2 * y1
    doubled += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  if (doubled === 0) return { area: 0, center: [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0] }
  return { area: Math.abs(doubled) / 2, center: [x / (3 * doubled), y / (3 * doubled)] }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
