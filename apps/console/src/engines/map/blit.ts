/** A small picture: RGBA words (little endian, alpha on top) and, per row, where its opaque part begins and ends. */
export interface Sprite {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
  /** Two numbers a row: first column drawn, and the column after the last. */
  readonly spans: Uint16Array
}

/** The picture that is put on the canvas as a whole: one copy a frame instead of one call a vehicle. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
}

export function makeSprite(width: number, height: number, pixels: Uint32Array): Sprite {
  const spans = new Uint16Array(height * 2)
  for (let row = 0; row < height; row++) {
    let first = width
    let end = 0
    for (let column = 0; column < width; column++) {
      if (pixels[row * width + column]! >>> 24 === 0) continue
      if (first === width) first = column
      end = column + 1
    }
    spans[row * 2] = Math.min(first, end)
    spans[row * 2 + 1] = end
  }
  return { width, height, pixels, spans }
}

/** Draws a sprite with its middle at x, y; what lies outside of the raster is cut off. */
export function blit(raster: Raster, sprite: Sprite, x: number, y: number): void {
  const left = Math.round(x - sprite.width / 2)
  const top = Math.round(y - sprite.height / 2)
  const firstRow = Math.max(0, -top)
  const endRow = Math.min(sprite.height, raster.height - top)
  for (let row = firstRow; row < endRow; row++) {
    const from = Math.max(sprite.spans[row * 2]!, -left)
    const to = Math.min(sprite.spans[row * 2 + 1]!, raster.width - left)
    let source = row * sprite.width + from
    let target = (top + row) * raster.width + left + from
    for (let column = from; column < to; column++, source++, target++) {
      const over = sprite.pixels[source]!
      const alpha = over >>> 24
      if (alpha === 0) continue
      const under = raster.pixels[target]!
      raster.pixels[target] = alpha === 255 || under === 0 ? over : blend(over, alpha, under)
    }
  }
}

/** “Over” for colours that are not premultiplied, as ImageData holds them. Written out: it runs for every pixel of a rim. */
function blend(over: number, alpha: number, under: number): number {
  const share = ((under >>> 24) * (255 - alpha)) / 255
  const total = alpha + share
  // Half more, so that cutting off rounds.
  const blue = (((over >>> 16) & 255) * alpha + ((under >>> 16) & 255) * share) / total + 0.5
  const green = (((over >>> 8) & 255) * alpha + ((under >>> 8) & 255) * share) / total + 0.5
  const red = ((over & 255) * alpha + (under & 255) * share) / total + 0.5
  return ((((total + 0.5) | 0) << 24) | ((blue | 0) << 16) | ((green | 0) << 8) | (red | 0)) >>> 0
}
