/** A picture of 8-bit RGB, drawn at twice the size of the clip so that scaling down smooths the edges. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8ClampedArray
}

/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number]

export interface Point {
  readonly x: number
  readonly y: number
}

export function picture(width: number, height: number): Picture {
  return { width, height, rgb: new Uint8ClampedArray(width * height * 3) }
}

export function mix(a: Colour, b: Colour, share: number): Colour {
  const s = share < 0 ? 0 : share > 1 ? 1 : share
  return [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s, a[2] + (b[2] - a[2]) * s]
}

export function scale(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

export function put(image: Picture, x: number, y: number, colour: Colour, alpha = 1): void {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return
  const at = (y * image.width + x) * 3
  const { rgb } = image
  rgb[at] = rgb[at]! + (colour[0] - rgb[at]!) * alpha
  rgb[at + 1] = rgb[at + 1]! + (colour[1] - rgb[at + 1]!) * alpha
  rgb[at + 2] = rgb[at + 2]! + (colour[2] - rgb[at + 2]!) * alpha
}

/** Fills a convex or concave polygon by the even-odd rule. */
export function polygon(image: Picture, points: readonly Point[], colour: Colour, alpha = 1): void {
  let top = Infinity
  let bottom = -Infinity
  for (const point of points) {
    top = Math.min(top, point.y)
    bottom = Math.max(bottom, point.y)
  }
  for (let y = Math.max(0, Math.ceil(top)); y <= Math.min(image.height - 1, Math.floor(bottom)); y++) {
    const crossings: number[] = []
    for (let i = 0; i < points.length; i++) {
      const a = points[i]!
      const b = points[(i + 1) % points.length]!
      if (a.y > y !== b.y > y) crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
    }
    crossings.sort((left, right) => left - right)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const to = Math.min(image.width - 1, Math.floor(crossings[i + 1]!))
      for (let x = Math.max(0, Math.ceil(crossings[i]!)); x <= to; x++) put(image, x, y, colour, alpha)
    }
  }
}

export function rectangle(image: Picture, x: number, y: number, w: number, h: number, colour: Colour, alpha = 1): void {
  const x0 = Math.max(0, Math.round(x))
  const y0 = Math.max(0, Math.round(y))
  const x1 = Math.min(image.width, Math.round(x + w))
  const y1 = Math.min(image.height, Math.round(y + h))
  for (let row = y0; row < y1; row++)
    for (let column = x0; column < x1; column++) put(image, column, row, colour, alpha)
}

/** An ellipse whose edge is soft over `soft` (share of the radius) and whose colour may depend on the place (-1 to 1). */
export function ellipse(
  image: Picture,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  colour: Colour | ((u: number, v: number) => Colour),
  alpha = 1,
  soft = 0,
): void {
  if (rx <= 0 || ry <= 0) return
  const y1 = Math.min(image.height - 1, Math.ceil(cy + ry))
  const x1 = Math.min(image.width - 1, Math.ceil(cx + rx))
  for (let y = Math.max(0, Math.floor(cy - ry)); y <= y1; y++) {
    const v = (y - cy) / ry
    for (let x = Math.max(0, Math.floor(cx - rx)); x <= x1; x++) {
      const u = (x - cx) / rx
      const distance = Math.sqrt(u * u + v * v)
      if (distance > 1) continue
      const edge = soft > 0 ? Math.min(1, (1 - distance) / soft) : 1
      put(image, x, y, typeof colour === 'function' ? colour(u, v) : colour, alpha * edge)
    }
  }
}
