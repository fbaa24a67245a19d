/** Where the card of the vehicle in focus hangs: the middle of its upper edge, from its anchor, and the anchor in the map. */
export interface CardPlace {
  readonly anchor: { readonly x: number; readonly y: number }
  readonly fromAnchor: { readonly x: number; readonly y: number }
}

export interface CardRoom {
  readonly widthPx: number
  readonly heightPx: number
  readonly cardHeightPx: number
  /** Where something else lies on the map, from its upper left corner. */
  readonly taken: { readonly x: number; readonly y: number; readonly widthPx: number; readonly heightPx: number } | null
}

/** Half the width of a card with a margin. */
const halfPx = 164
/** What stays free: below it is the legend's. */
const freePx = { top: 8, bottom: 60 }
/** From a marker's middle to a card above, below with the caption between, and beside. */
const gapPx = { above: 32, below: 44, beside: 28 }

/**
 * Above its vehicle, else below, else beside, and never beyond the edges of the map. A vehicle without a place (`at` is null)
 * has its card at the upper edge. Beside what is taken where there is room for both.
 */
export function placeCard(at: { readonly x: number; readonly y: number } | null, room: CardRoom): CardPlace {
  const { widthPx, heightPx, cardHeightPx } = room
  if (!at) {
    const middle = besideTaken(widthPx / 2, freePx.top, room)
    return {
      anchor: { x: Math.round(widthPx / 2), y: 0 },
      fromAnchor: { x: Math.round(middle - widthPx / 2), y: freePx.top },
    }
  }
  const lowest = Math.max(freePx.top, heightPx - freePx.bottom - cardHeightPx)
  const above = at.y - gapPx.above - cardHeightPx
  const below = at.y + gapPx.below
  const beside = above < freePx.top && below > lowest
  const top = beside ? at.y - cardHeightPx / 2 : above >= freePx.top ? above : below
  const toLeft = at.x - gapPx.beside - halfPx * 2 >= 0
  const wished = beside ? at.x + (gapPx.beside + halfPx) * (toLeft ? -1 : 1) : at.x
  const topPx = within(top, freePx.top, lowest)
  const middle = besideTaken(within(wished, halfPx, Math.max(halfPx, widthPx - halfPx)), topPx, room)
  return {
    anchor: { x: Math.round(at.x), y: Math.round(at.y) },
    fromAnchor: {
      x: Math.round(middle - at.x),
      y: Math.round(topPx - at.y),
    },
  }
}

/** The middle of a card that would be at `middle`, moved to the nearer side of what is taken on which it is whole. */
function besideTaken(middle: number, top: number, { widthPx, cardHeightPx, taken }: CardRoom): number {
  if (taken === null) return middle
  const isOver = top < taken.y + taken.heightPx && top + cardHeightPx > taken.y
  const sides = [taken.x - halfPx, taken.x + taken.widthPx + halfPx]
  const [left = 0, right = 0] = sides
  if (!isOver || middle <= left || middle >= right) return middle
  const whole = sides.filter((side) => side >= halfPx && side <= widthPx - halfPx)
  return whole.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0] ?? middle
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
