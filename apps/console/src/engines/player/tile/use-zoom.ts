import { type RefObject, useEffect, useRef, useState } from 'react'
import { wholePicture } from './picture-zoom.ts'
import { ZoomPane } from './zoom-pane.ts'

/**
 * Zoom and pan of what lies in `stage`, by wheel, drag, two fingers and keys on `screen`: + and - for larger and smaller,
 * arrows to move, 0 for the whole picture. React receives only a changed scale; the picture itself is moved by its style.
 */
export function useZoom(screen: RefObject<HTMLElement | null>, stage: RefObject<HTMLElement | null>) {
  const [scale, setScale] = useState(1)
  const reset = useRef(() => {})
  useEffect(() => {
    const area = screen.current
    const picture = stage.current
    if (area === null || picture === null) return
    const pane = new ZoomPane(area, picture, setScale)
    reset.current = () => pane.show(wholePicture)
    return () => pane.close()
  }, [screen, stage])
  return { scale, reset: () => reset.current() }
}
