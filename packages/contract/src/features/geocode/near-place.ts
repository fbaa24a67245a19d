/** The eight directions, clockwise from north. */
export const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** A place by its distance and direction from a town. */
export interface NearPlace {
  readonly km: number
  readonly wind: (typeof winds)[number]
  readonly town: string
  readonly country: string
}

/** `1.9 km S of Zhongliao, Taiwan`: as the server writes an address that is only near. */
export function nearPlaceText({ km, wind, town, country }: NearPlace): string {
  return `${roundedDistance(km)} km ${wind} of ${town}, ${country}`
}

/** A tenth below ten, else whole ones. */
export function roundedDistance(distance: number): string {
  return distance < 10 ? distance.toFixed(1) : distance.toFixed(0)
}

/** What `nearPlaceText` wrote, for a reader of another language or unit; null for any other address. */
export function readNearPlace(text: string): NearPlace | null {
  const [, km, wind, town, country] = /^(\d+(?:\.\d)?) km ([NS]?[EW]?) of (.+), ([^,]+)$/.exec(text) ?? []
  const known = winds.find((one) => one === wind)
  if (km === undefined || known === undefined || town === undefined || country === undefined) return null
  return { km: Number(km), wind: known, town, country }
}
