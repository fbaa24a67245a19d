import type { Place } from '@fleetglass/geo'

/**
 * The points of an encoded polyline: differences in zigzag, five bits a letter from `?` on, the lowest first. Throws on a letter
 * that is none, on a number that is too long, and on a text that ends within a point.
 */
export function decodePolyline(text: string, decimals: number): Place[] {
  const scale = 10 ** decimals
  const points: Place[] = []
  let at = 0
  let lat = 0
  let lng = 0
  const step = (): number => {
    let value = 0
    for (let shift = 0; shift <= 30; shift += 5) {
      const letter = text.charCodeAt(at++) - 63
      if (!(letter >= 0 && letter < 64)) throw new Error(`there is no letter of a polyline at ${at - 1}`)
      value += (letter & 31) * 2 ** shift
      if (letter < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    }
    throw new Error(`a number of a polyline does not end at ${at}`)
  }
  while (at < text.length) {
    lat += step()
    lng += step()
    points.push({ lat: lat / scale, lng: lng / scale })
  }
  return points
}
