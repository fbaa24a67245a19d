import { type Picture, put } from './picture.ts'

/** Brightness of a place on a solid: its normal (x right, y down, z to the viewer) and where on the solid it is (-1 to 1). */
export type Shade = (nx: number, ny: number, nz: number, u: number, v: number) => readonly [number, number, number]

/** An ellipsoid seen from the front, turned by `tilt` radians. Returns nothing where it is not. */
export function ellipsoid(
  image: Picture,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  tilt: number,
  shade: Shade,
): void {
  const reach = Math.max(rx, ry)
  const cos = Math.cos(tilt)
  const sin = Math.sin(tilt)
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= Math.min(image.height - 1, cy + reach); y++) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= Math.min(image.width - 1, cx + reach); x++) {
      const u = ((x - cx) * cos + (y - cy) * sin) / rx
      const v = ((y - cy) * cos - (x - cx) * sin) / ry
      const inside = 1 - u * u - v * v
      if (inside <= 0) continue
      put(image, x, y, shade(u, v, Math.sqrt(inside), u, v))
    }
  }
}

/** A rounded bar from a to b, `ra` and `rb` thick at its ends: arms, necks, poles, belts. */
export function capsule(
  image: Picture,
  a: readonly [number, number],
  b: readonly [number, number],
  ra: number,
  rb: number,
  shade: Shade,
): void {
  const reach = Math.max(ra, rb)
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const length = dx * dx + dy * dy
  for (
    let y = Math.max(0, Math.floor(Math.min(a[1], b[1]) - reach));
    y <= Math.min(image.height - 1, Math.max(a[1], b[1]) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(a[0], b[0]) - reach));
      x <= Math.min(image.width - 1, Math.max(a[0], b[0]) + reach);
      x++
    ) {
      const along = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length))
      const radius = ra + (rb - ra) * along
      const u = (x - a[0] - dx * along) / radius
      const v = (y - a[1] - dy * along) / radius
      const inside = 1 - u * u - v * v
      if (inside > 0) put(image, x, y, shade(u, v, Math.sqrt(inside), along, v))
    }
  }
}
