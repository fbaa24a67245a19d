import { type RefObject, useEffect } from 'react'
import { useTheme } from '../../../platform/preferences/index.ts'

export type Ink = (name: `--${string}`) => string

export interface ChartCanvas {
  readonly context: CanvasRenderingContext2D
  readonly widthPx: number
  readonly heightPx: number
  /** A colour of the theme. */
  readonly ink: Ink
}

/** Draws on a canvas when what is drawn, its size or the theme has changed; `paint` is another function then. */
export function useCanvas(canvas: RefObject<HTMLCanvasElement | null>, paint: (chart: ChartCanvas) => void): void {
  const { name } = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = () => {
      const { clientWidth: widthPx, clientHeight: heightPx } = element
      const context = element.getContext('2d')
      if (!context || widthPx === 0 || heightPx === 0) return
      const ratio = Math.min(2, window.devicePixelRatio)
      element.width = Math.round(widthPx * ratio)
      element.height = Math.round(heightPx * ratio)
      context.scale(ratio, ratio)
      const style = getComputedStyle(element)
      paint({ context, widthPx, heightPx, ink: (color) => style.getPropertyValue(color).trim() })
    }
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas, paint, name])
}
