import { type CardRoom, placeCard } from './card-place.ts'

/** The room that a panel over the map takes from the cards; null without one. */
export function takenBy(beside: HTMLElement | null): CardRoom['taken'] {
  const panel = beside?.firstElementChild
  if (!(panel instanceof HTMLElement)) return null
  const { offsetLeft: x, offsetTop: y, offsetWidth: widthPx, offsetHeight: heightPx } = panel
  return { x, y, widthPx, heightPx }
}

/** Moves a card's anchor along with its vehicle, and the card to where there is room. Measured before anything is written. */
export function moveAnchor(
  anchor: HTMLElement,
  at: { x: number; y: number } | null,
  { widthPx, heightPx, taken }: Omit<CardRoom, 'cardHeightPx'>,
): void {
  const cardHeightPx = anchor.firstElementChild?.clientHeight ?? 0
  const place = placeCard(at, { widthPx, heightPx, cardHeightPx, taken })
  anchor.style.transform = `translate(${place.anchor.x}px, ${place.anchor.y}px)`
  anchor.style.setProperty('--card-x', `${place.fromAnchor.x}px`)
  anchor.style.setProperty('--card-y', `${place.fromAnchor.y}px`)
}
