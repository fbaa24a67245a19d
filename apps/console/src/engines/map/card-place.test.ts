import { describe, expect, it } from 'vitest'
import { type CardRoom, placeCard } from './card-place.ts'

const room = { widthPx: 1000, heightPx: 670, cardHeightPx: 430, taken: null }

/** The edges of the card in the map. */
function edges(x: number, y: number, within: CardRoom = room) {
  const { fromAnchor } = placeCard({ x, y }, within)
  const [middle, top] = [x + fromAnchor.x, y + fromAnchor.y]
  return { left: middle - 160, right: middle + 160, top, bottom: top + room.cardHeightPx }
}

describe('the card of the vehicle in focus', () => {
  it('hangs above its marker, below where there is no room, and else beside', () => {
    expect(edges(500, 500)).toEqual({ left: 340, right: 660, top: 38, bottom: 468 })
    expect(edges(500, 100)).toEqual({ left: 340, right: 660, top: 144, bottom: 574 })
    expect(edges(500, 300)).toMatchObject({ right: 468, top: 85 })
    expect(edges(200, 300)).toMatchObject({ left: 232, top: 85 })
  })

  it('is whole and above the legend wherever the marker is, also beyond the edges', () => {
    for (let x = -400; x <= 1400; x += 50) {
      for (let y = -400; y <= 1100; y += 10) {
        const { left, right, top, bottom } = edges(x, y)
        expect([left >= 0, right <= 1000, top >= 8, bottom <= 610], `${x} ${y}`).toEqual([true, true, true, true])
      }
    }
  })

  it('[MAP-41] is beside the floating panel wherever the marker is, and over it only where there is no room for both', () => {
    const panel = { x: 416, y: 296, widthPx: 336, heightPx: 330 }
    const narrow = { ...room, widthPx: 764, taken: panel }
    for (let x = -400; x <= 1100; x += 50) {
      for (let y = -400; y <= 1100; y += 50) {
        const { left, right, bottom } = edges(x, y, narrow)
        expect([left >= 0, right <= 764, right <= panel.x || bottom <= panel.y], `${x} ${y}`).toEqual([
          true,
          true,
          true,
        ])
      }
    }
    expect(placeCard(null, narrow)).toEqual({ anchor: { x: 382, y: 0 }, fromAnchor: { x: -130, y: 8 } })
    // Mirrored, it is at the left.
    expect(edges(200, 500, { ...narrow, taken: { ...panel, x: 12 } })).toMatchObject({ left: 352, right: 672 })
    expect(edges(300, 500, { ...narrow, widthPx: 600, taken: { ...panel, x: 252 } })).toMatchObject({ left: 140 })
  })

  it('[MAP-10] is at the upper edge in the middle for a vehicle without a place', () => {
    expect(placeCard(null, room)).toEqual({ anchor: { x: 500, y: 0 }, fromAnchor: { x: 0, y: 8 } })
  })
})
