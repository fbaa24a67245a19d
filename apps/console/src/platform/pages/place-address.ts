interface Place {
  /** Degrees. */
  readonly lat: number
  readonly lng: number
}

/** The address of the map with a place in its middle. */
export function placeAddress({ lat, lng }: Place): string {
  return `/?place=${lat},${lng}`
}

/** The place that such an address names; null where it names none on earth. */
export function placeOf(query: URLSearchParams): Place | null {
  const match = /^(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)$/.exec(query.get('place') ?? '')
  const [lat, lng] = [Number(match?.[1]), Number(match?.[2])]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}
