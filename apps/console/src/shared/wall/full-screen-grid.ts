import { type CSSProperties, type RefObject, useEffect, useState } from 'react'
import { useClock } from '../../platform/preferences/index.ts'

/** TREE-15: a screen that was turned or plugged in is seen within this time. */
export const sizeCheckMs = 1000
/** TREE-16: a full screen that was left in another way, too. */
export const leftCheckMs = 200

/** A grid that fills the screen. */
export interface GridShape {
  readonly cells: number
  readonly columns: number
}

const shapes: readonly GridShape[] = [
  { cells: 1, columns: 1 },
  { cells: 4, columns: 2 },
  { cells: 6, columns: 3 },
  { cells: 9, columns: 3 },
  { cells: 12, columns: 4 },
]
const largest: GridShape = { cells: 12, columns: 4 }

/** The smallest grid that has a cell for each source (TREE-31 … 35). */
export function gridShapeFor(sources: number): GridShape {
  return shapes.find(({ cells }) => cells >= sources) ?? largest
}

interface ScreenSize {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The full screen of a whole grid. It ends when the browser's full screen is left, however that was done; one tile alone may
 * take the screen within it. Where the browser refuses, the grid stays as it is.
 */
export function useFullScreenGrid(place: RefObject<HTMLElement | null>) {
  const clock = useClock()
  const [full, setFull] = useState(false)
  const [size, setSize] = useState(screenSize)
  useEffect(() => {
    if (!full) return
    const measure = () => setSize((before) => unlessEqual(before, screenSize()))
    const check = () => {
      const { fullscreenElement } = document
      if (!fullscreenElement || !place.current?.contains(fullscreenElement)) setFull(false)
    }
    measure()
    document.addEventListener('fullscreenchange', check)
    const timers = [clock.every(sizeCheckMs, measure), clock.every(leftCheckMs, check)]
    return () => {
      document.removeEventListener('fullscreenchange', check)
      for (const timer of timers) timer.cancel()
    }
  }, [full, clock, place])
  return {
    full,
    enter(): void {
      const refused = () => setFull(false)
      place.current?.requestFullscreen?.().then(() => setFull(true), refused)
    },
    leave(): void {
      setFull(false)
      // Left by the user at the same moment, there is nothing to leave.
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
    },
    /** For the grid while it is full: as large as the screen, in cells of one size. */
    styleOf({ cells, columns }: GridShape): CSSProperties {
      return {
        width: size.widthPx,
        height: size.heightPx,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${cells / columns}, minmax(0, 1fr))`,
      }
    },
  }
}

function screenSize(): ScreenSize {
  return { widthPx: window.innerWidth, heightPx: window.innerHeight }
}

function unlessEqual(before: ScreenSize, now: ScreenSize): ScreenSize {
  return before.widthPx === now.widthPx && before.heightPx === now.heightPx ? before : now
}
