/** Where the card of the vehicle in focus hangs: the middle of its upper edge, from its anchor, and the anchor in the map. */
export interface CardPlace {
  readonly anchor: { readonly x: number; readonly y: number }
  readonly fromAnchor: { readonly x: number; readonly y: number }
}

export interface CardRoom {
  readonly widthPx: number
  readonly heightPx: number
  readonly cardHeightPx: number
}

/** Half the width of a card with a margin. */
const halfPx = 164
/** What stays free: below it is the legend's. */
const freePx = { top: 8, bottom: 60 }
/** From a marker's middle to a card above, below with the caption between, and beside. */
const gapPx = { above: 32, below: 44, beside: 28 }

/**
 * Above its vehicle, else below, else beside, and never beyond the edges of the map. A vehicle without a place (`at` is null)
 * has its card at the upper edge.
 */
export function placeCard(at: { readonly x: number; readonly y: number } | null, room: CardRoom): CardPlace {
  const { widthPx, heightPx, cardHeightPx } = room
  if (!at) return { anchor: { x: Math.round(widthPx / 2), y: 0 }, fromAnchor: { x: 0, y: freePx.top } }
  const lowest = Math.max(freePx.top, heightPx - freePx.bottom - cardHeightPx)
  const above = at.y - gapPx.above - cardHeightPx
  const below = at.y + gapPx.below
  const beside = above < freePx.top && below > lowest
  const top = beside ? at.y - cardHeightPx / 2 : above >= freePx.top ? above : below
  const toLeft = at.x - gapPx.beside - halfPx * 2 >= 0
  const middle = beside ? at.x + (gapPx.beside + halfPx) * (toLeft ? -1 : 1) : at.x
  return {
    anchor: { x: Math.round(at.x), y: Math.round(at.y) },
    fromAnchor: {
      x: Math.round(within(middle, halfPx, Math.max(halfPx, widthPx - halfPx)) - at.x),
      y: Math.round(within(top, freePx.top, lowest) - at.y),
    },
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
