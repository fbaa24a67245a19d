// The frame number that every clip of the simulator has burned in at its upper right ("#047"), read from pixels. The main
// stream of every channel can be read; of the sub streams that of channel 2, where the number stands on dark ground.
import type { Locator } from '@playwright/test'

/** The corner with the number, in the grid of a picture of 640 by 360; a smaller picture is drawn up to it. */
export const corner = { left: 560, top: 8, width: 72, height: 24, of: { width: 640, height: 360 } } as const

const cell = 2.5
const firstDigit = { left: 20.2, top: 5 } as const
const digitPitch = 15

// Five by seven, row by row.
const glyphs = [
  '.###.#...##..###.#.###..##...#.###.',
  '..#...##....#....#....#....#...###.',
  '.###.#...#....#...#...#...#...#####',
  '#####...#...#.....#.....##...#.###.',
  '...#...##..#.#.#..#.#####...#....#.',
  '######....####.....#....##...#.###.',
  '..##..#...#....####.#...##...#.###.',
  '#####....#...#...#...#....#....#...',
  '.###.#...##...#.###.#...##...#.###.',
  '.###.#...##...#.####....#...#..##..',
].map((rows) => [...rows].map((dot) => dot === '#'))

/** The number in a corner of `corner.width` by `corner.height` brightnesses; null when there is none to be read. */
export function readCounter(light: ArrayLike<number>): number | null {
  let number = 0
  for (let digit = 0; digit < 3; digit += 1) {
    const cells = Array.from({ length: 35 }, (_, at) => lightAt(light, digit, at % 5, Math.floor(at / 5)))
    const scores = glyphs.map((glyph) => likeness(cells, glyph))
    const best = scores.indexOf(Math.max(...scores))
    if ((scores[best] ?? 0) < 0.6) return null
    number = number * 10 + best
  }
  return number
}

/** The number on the picture of a tile, as the viewer sees it; null while there is none. */
export async function counterOf(tile: Locator): Promise<number | null> {
  const light = await tile.evaluate((element, { left, top, width, height, of }) => {
    const source = element.querySelector<HTMLCanvasElement | HTMLVideoElement>('canvas, video')
    if (source === null) return null
    const [wide, high] =
      source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    if (wide === 0 || context === null) return null
    const [x, y] = [wide / of.width, high / of.height]
    context.drawImage(source, left * x, top * y, width * x, height * y, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    // The digits are yellow: without blue they stand out from walls and sky. A small picture has hardly any colour left.
    const [red, green, blue] = wide >= of.width ? [1.5, 0.5, -1.2] : [0.5, 0.5, 0]
    return Array.from({ length: width * height }, (_, at) => {
      const [r = 0, g = 0, b = 0] = data.subarray(at * 4, at * 4 + 3)
      return r * red + g * green + b * blue
    })
  }, corner)
  return light === null ? null : readCounter(light)
}

/** Mean brightness around the middle of one dot of a digit. */
function lightAt(light: ArrayLike<number>, digit: number, column: number, row: number): number {
  const x = Math.round(firstDigit.left + digit * digitPitch + (column + 0.5) * cell - 0.5)
  const y = Math.round(firstDigit.top + (row + 0.5) * cell - 0.5)
  return light[y * corner.width + x] ?? 0
}

/** Correlation of brightness and dots: 1 for the very same. */
function likeness(cells: readonly number[], glyph: readonly boolean[]): number {
  const mean = cells.reduce((sum, value) => sum + value, 0) / cells.length
  const share = glyph.filter(Boolean).length / glyph.length
  let [both, light, dots] = [0, 0, 0]
  for (const [at, value] of cells.entries()) {
    const dot = (glyph[at] ? 1 : 0) - share
    both += (value - mean) * dot
    light += (value - mean) ** 2
    dots += dot ** 2
  }
  return light === 0 ? 0 : both / Math.sqrt(light * dots)
}
