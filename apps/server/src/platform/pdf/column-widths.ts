/** Width and height in points, of a page in its orientation. */
export interface PageSize {
  readonly size: 'A4' | 'A3'
  readonly layout: 'portrait' | 'landscape'
  readonly width: number
  readonly height: number
}

const PAGES: readonly PageSize[] = [
  { size: 'A4', layout: 'portrait', width: 595, height: 842 },
  { size: 'A4', layout: 'landscape', width: 842, height: 595 },
  { size: 'A3', layout: 'landscape', width: 1191, height: 842 },
]
const LARGEST = { size: 'A3', layout: 'landscape', width: 1191, height: 842 } as const

/** The smallest page on which a table of this width has its room; a wider one is broken into lines on the largest page. */
export function pageFor(tableWidth: number, margin: number): PageSize {
  return PAGES.find(({ width }) => tableWidth <= width - 2 * margin) ?? LARGEST
}

/**
 * The width of each column: what it would like to have where all fit, stretched to the page; else the narrow columns keep theirs
 * and the wide ones share what is left.
 */
export function columnWidths(wanted: readonly number[], available: number): readonly number[] {
  const sum = wanted.reduce((total, width) => total + width, 0)
  if (sum <= available)
    return wanted.map((width) => (sum === 0 ? available / wanted.length : (width * available) / sum))
  const ascending = [...wanted].sort((one, other) => one - other)
  let left = available
  let share = 0
  for (const [at, width] of ascending.entries()) {
    share = left / (ascending.length - at)
    if (width > share) break
    left -= width
  }
  return wanted.map((width) => Math.min(width, share))
}
