type Lines = GeoJSON.FeatureCollection<GeoJSON.LineString, { name: string }>

/** Degrees between two lines, by zoom: about a hand's breadth on the screen. */
export function graticuleStep(zoom: number): number {
  if (zoom < 3) return 30
  if (zoom < 5) return 10
  if (zoom < 7) return 2
  if (zoom < 9) return 0.5
  if (zoom < 11.5) return 0.2
  if (zoom < 13.5) return 0.1
  return 0.02
}

/** Meridians and parallels over a region (west, south, east, north) and one line beyond it on every side. */
export function graticule(region: readonly [number, number, number, number], step: number): Lines {
  const [west, south, east, north] = region
  const first = (degrees: number) => Math.floor(degrees / step) - 1
  const last = (degrees: number) => Math.ceil(degrees / step) + 1
  const features: Lines['features'] = []
  const bottom = Math.max(-85, first(south) * step)
  const top = Math.min(85, last(north) * step)
  const left = Math.max(-180, first(west) * step)
  const right = Math.min(180, last(east) * step)
  for (let index = first(west); index <= last(east); index++) {
    const lng = index * step
    if (lng >= -180 && lng <= 180) features.push(line([lng, bottom], [lng, top], degreesText(lng, 'E', 'W', step)))
  }
  for (let index = first(south); index <= last(north); index++) {
    const lat = index * step
    if (lat >= -85 && lat <= 85) features.push(line([left, lat], [right, lat], degreesText(lat, 'N', 'S', step)))
  }
  return { type: 'FeatureCollection', features }
}

function line(from: [number, number], to: [number, number], name: string): Lines['features'][number] {
  return { type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates: [from, to] } }
}

function degreesText(value: number, positive: string, negative: string, step: number): string {
  const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
  const text = `${Math.abs(value).toFixed(decimals)}°`
  return Number(value.toFixed(6)) === 0 ? text : `${text}${value > 0 ? positive : negative}`
}
