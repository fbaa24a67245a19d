import type { EventMark, Stretch } from './timeline-painter.ts'

/** What a key does to the timeline or to the picture. */
export type PlaybackKey =
  | { readonly does: 'go'; readonly toS: number }
  | { readonly does: 'zoom'; readonly nearer: boolean }
  | { readonly does: 'play' }
  /** Plays in this direction; when it does already, faster. */
  | { readonly does: 'run'; readonly direction: 1 | -1 }
  /** Goes on so many seconds later, or earlier. */
  | { readonly does: 'jump'; readonly seconds: number }
  | { readonly does: 'step'; readonly frames: 1 | -1 }
  | { readonly does: 'cut'; readonly end: 'begin' | 'end' }
  | { readonly does: 'no-cut' }

/** Seconds that the keys of a slider go. */
const strides: Readonly<Record<string, number>> = {
  ArrowLeft: -10,
  ArrowRight: 10,
  ArrowDown: -60,
  ArrowUp: 60,
  PageDown: -600,
  PageUp: 600,
}

/** Keys that mean the same wherever the focus is on the page; null for others. */
export function playbackKey(key: string): PlaybackKey | null {
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'j':
      return { does: 'run', direction: -1 }
    case 'l':
      return { does: 'run', direction: 1 }
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown':
      return { does: 'jump', seconds: strides[key] ?? 0 }
    case ' ':
    case 'k':
      return { does: 'play' }
    case ',':
      return { does: 'step', frames: -1 }
    case '.':
      return { does: 'step', frames: 1 }
    case '+':
    case '=':
      return { does: 'zoom', nearer: true }
    case '-':
      return { does: 'zoom', nearer: false }
    case '[':
      return { does: 'cut', end: 'begin' }
    case ']':
      return { does: 'cut', end: 'end' }
    case 'Escape':
      return { does: 'no-cut' }
    default:
      return null
  }
}

/** Keys of the slider alone: they move the picture within the day. */
export function sliderKey(
  key: string,
  atS: number,
  { recorded, events }: { readonly recorded: Stretch | null; readonly events: readonly EventMark[] },
): PlaybackKey | null {
  const stride = strides[key]
  if (stride !== undefined) return { does: 'go', toS: Math.min(86_399, Math.max(0, atS + stride)) }
  if (key === 'Home' && recorded !== null) return { does: 'go', toS: recorded.fromS }
  if (key === 'End' && recorded !== null) return { does: 'go', toS: Math.max(recorded.fromS, recorded.toS - 60) }
  const event = key === 'n' ? events.find((next) => next.atS > atS + 1) : events.findLast((last) => last.atS < atS - 2)
  return (key === 'n' || key === 'p') && event !== undefined ? { does: 'go', toS: event.atS } : null
}

/** A cut with one end put at a second; an end that would lie before the begin makes a new begin, and the other way round. */
export function cutWith(cut: Stretch | null, end: 'begin' | 'end', atS: number): Stretch {
  const other = end === 'begin' ? (cut?.toS ?? atS + 30) : (cut?.fromS ?? atS - 30)
  if (end === 'begin') return { fromS: atS, toS: other > atS ? other : atS + 30 }
  return { fromS: other < atS ? Math.max(0, other) : Math.max(0, atS - 30), toS: atS }
}
