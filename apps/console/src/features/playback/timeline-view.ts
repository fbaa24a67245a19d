/** What part of the day a timeline shows, in seconds of the day: `[fromS, toS)`. */
export interface TimelineView {
  readonly fromS: number
  readonly toS: number
}

export const dayS = 86_400
/** Zoomed in as far as it goes a second is some pixels wide. */
const shortestS = 60
/** How much one turn of the wheel or one key zooms. */
export const zoomStep = 1.5

export const wholeDay: TimelineView = { fromS: 0, toS: dayS }

/** Zooms by a factor (above 1: nearer); `atS` stays where it is. */
export function zoomed(view: TimelineView, factor: number, atS: number): TimelineView {
  const lengthS = Math.min(dayS, Math.max(shortestS, lengthOf(view) / factor))
  const share = (atS - view.fromS) / lengthOf(view)
  return within({ fromS: atS - share * lengthS, toS: atS + (1 - share) * lengthS })
}

export function panned(view: TimelineView, byS: number): TimelineView {
  return within({ fromS: view.fromS + byS, toS: view.toS + byS })
}

/** The view, moved so that it shows a second; the same object when it does. */
export function showing(view: TimelineView, second: number): TimelineView {
  if (second >= view.fromS && second < view.toS) return view
  return panned(view, second - (view.fromS + view.toS) / 2)
}

/** The view around a stretch, with some room beside it; the whole day for none. */
export function around(stretch: { readonly fromS: number; readonly toS: number } | null): TimelineView {
  if (stretch === null) return wholeDay
  const lengthS = Math.min(dayS, Math.max(3600, (stretch.toS - stretch.fromS) * 1.1))
  const middleS = (stretch.fromS + stretch.toS) / 2
  return within({ fromS: middleS - lengthS / 2, toS: middleS + lengthS / 2 })
}

/** Which second lies at a share (0 to 1) of the width. */
export function secondAt(view: TimelineView, share: number): number {
  const second = view.fromS + Math.min(1, Math.max(0, share)) * lengthOf(view)
  return Math.min(dayS - 1, Math.max(0, second))
}

/** Where a second lies, as a share of the width: outside of 0 to 1 it is not in view. */
export function shareOf(view: TimelineView, second: number): number {
  return (second - view.fromS) / lengthOf(view)
}

const tickSteps = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 7_200, 10_800, 21_600]
const leastTickPx = 56

/** The seconds to write below the line: round ones, and no more than there is room for. */
export function ticks(view: TimelineView, widthPx: number): readonly number[] {
  const leastS = (lengthOf(view) / Math.max(1, widthPx)) * leastTickPx
  const stepS = tickSteps.find((step) => step >= leastS) ?? dayS
  const first = Math.ceil(view.fromS / stepS)
  const count = Math.floor(view.toS / stepS) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * stepS)
}

/** `HH:mm`, with seconds where the view shows single ones. */
export function tickText(second: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const minutes = `${two(second / 3600)}:${two((second % 3600) / 60)}`
  return second % 60 === 0 ? minutes : `${minutes}:${two(second % 60)}`
}

function lengthOf({ fromS, toS }: TimelineView): number {
  return toS - fromS
}

function within(view: TimelineView): TimelineView {
  const lengthS = lengthOf(view)
  const fromS = Math.max(0, Math.min(dayS - lengthS, view.fromS))
  return { fromS, toS: fromS + lengthS }
}
