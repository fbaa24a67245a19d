import type { MapVehicle } from './map.types.ts'
import { stateColors } from './sprites.ts'

/** A trail keeps this many fixes; the oldest goes first. */
const mostFixes = 40
/** With more vehicles than this trails would be a tangle and cost more than they show. */
const mostVehicles = 300

interface Fix {
  readonly timeS: number
  readonly coordinates: [number, number]
}

/** The last fixes of each vehicle. The newest is left out: the vehicle is still on its way there. */
export class Trails {
  #fixes = new Map<string, Fix[]>()
  #drawn = 0

  /** Takes over the fixes and gives the lines to draw; null when there are none, as before. */
  update(vehicles: readonly MapVehicle[]): GeoJSON.FeatureCollection<GeoJSON.LineString> | null {
    const known = new Map<string, Fix[]>()
    const features: GeoJSON.Feature<GeoJSON.LineString>[] = []
    for (const vehicle of vehicles.length > mostVehicles ? [] : vehicles) {
      const old = this.#fixes.get(vehicle.id) ?? []
      const fixes = old.at(-1)?.timeS === vehicle.timeS ? old : [...old.slice(1 - mostFixes), fixOf(vehicle)]
      known.set(vehicle.id, fixes)
      if (fixes.length < 3) continue
      features.push({
        type: 'Feature',
        properties: { color: stateColors[vehicle.state] },
        geometry: { type: 'LineString', coordinates: fixes.slice(0, -1).map(({ coordinates }) => coordinates) },
      })
    }
    this.#fixes = known
    const nothingNew = features.length === 0 && this.#drawn === 0
    this.#drawn = features.length
    if (nothingNew) return null
    return { type: 'FeatureCollection', features }
  }
}

function fixOf({ timeS, lat, lng }: MapVehicle): Fix {
  return { timeS, coordinates: [lng, lat] }
}
