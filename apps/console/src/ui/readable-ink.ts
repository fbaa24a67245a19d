/** Words on a colour that a user has chosen: the dark or the light ink, whichever is read better on it. */
export type Ink = 'dark' | 'light'

/** With the better of black and white, words have a contrast of 4.58 or more on every colour. */
const EVEN_LUMINANCE = 0.179

/** `null` for what is no `#RRGGBB`. */
export function inkOn(color: string): Ink | null {
  const luminance = luminanceOf(color)
  if (luminance === null) return null
  return luminance > EVEN_LUMINANCE ? 'dark' : 'light'
}

/** Relative luminance of sRGB (WCAG 2, 1.4.3): 0 is black, 1 is white. */
export function luminanceOf(color: string): number | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(part: number): number {
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
