import { type RefObject, useLayoutEffect, useState } from 'react'

/** A sub stream is about 320 to 400 pixels wide. From the first width on it is not enough, below the second it is again. */
const widePx = { from: 560, until: 520 } as const

/** Whether a tile of this width is a wide one; what it was holds in between, so that no edge flickers. */
export function isWide(widthPx: number, was: boolean): boolean {
  return widthPx >= (was ? widePx.until : widePx.from)
}

/** Whether an element is wide enough for the main stream. */
export function useWide(frame: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => setWide((was) => isWide(element.clientWidth, was))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return wide
}
