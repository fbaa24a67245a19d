import type * as maplibre from 'maplibre-gl'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { bareOf, type Shift, shiftTo, type Viewport } from './geometry.ts'

/**
 * The share of its pixels that a moving ground is painted with, and how long it stands before it has all again: with all of its
 * tiles there, and at most.
 */
const coarse = { ratio: 0.35, untilSharpMs: 400, mostMs: 1_500 } as const
/** The last picture of a moving ground is shown this long; less when more than `bare` of the view has none of it. */
const repaintMs = { covered: 250, bare: 120 } as const
const bareShare = 0.05

/**
 * For machines without a graphics card, where a picture of the ground takes longer than a frame. While the camera moves, the
 * last picture moves along with it, which costs next to nothing; from time to time a coarse one is painted in its place, and
 * when the hand rests a sharp one. No other code may change the pixel ratio of the map.
 */
export class GroundPace {
  readonly #map: maplibre.Map
  readonly #clock: Clock
  readonly #viewport: () => Viewport
  #moving = false
  #isCoarse = false
  /** What the picture on the canvas shows; null when there is none, or none of this size. */
  #painted: { readonly view: Viewport; readonly atMs: number } | null = null
  #repainting: Timer | null = null
  #sharpening: { readonly timer: Timer; readonly atMs: number } | null = null

  constructor(map: maplibre.Map, clock: Clock, viewport: () => Viewport) {
    this.#map = map
    this.#clock = clock
    this.#viewport = viewport
    map.getCanvas().style.transformOrigin = '0 0'
    map.on('move', () => this.#move())
    map.on('moveend', () => this.#rest(coarse.mostMs))
    map.on('idle', () => this.#rest(coarse.untilSharpMs))
    // A canvas of another size is empty.
    map.on('resize', () => {
      this.#painted = null
    })
    map.on('webglcontextrestored', () => this.#takeOver())
    this.#takeOver()
  }

  close(): void {
    this.#repainting?.cancel()
    this.#sharpening?.timer.cancel()
  }

  /** The renderer paints only when it is time to; the rest of its frame runs as always. */
  #takeOver(): void {
    const { painter } = this.#map
    const paint = painter.render.bind(painter)
    painter.render = (...frame) => {
      const shift = this.#moving ? this.#shift() : null
      if (shift) {
        this.#lay(shift)
        this.#repainting ??= this.#clock.after(repaintMs.covered, () => this.#repaint())
        return
      }
      paint(...frame)
      this.#repainting?.cancel()
      this.#repainting = null
      this.#painted = { view: this.#viewport(), atMs: this.#clock.monotonicMs() }
      this.#lay(null)
    }
  }

  /** Runs before the frame that shows the move is painted. A jump, or another size of the window, is no motion. */
  #move(): void {
    if (!this.#map.isMoving()) return
    this.#sharpening?.timer.cancel()
    this.#sharpening = null
    this.#moving = true
    if (!this.#isCoarse && this.#shift() === null) this.#setCoarse(true)
  }

  /** A view that came to rest before its picture was due. A sharp one that shows nearly all of it waits for the next sharp one. */
  #repaint(): void {
    this.#repainting = null
    if (!this.#isCoarse) {
      const view = this.#viewport()
      const bare = this.#painted ? bareOf(view, shiftTo(view, this.#painted.view)) : 1
      if (this.#sharpening !== null && bare <= bareShare) return
      this.#setCoarse(true)
    }
    this.#map.triggerRepaint()
  }

  /** Sharp after so long, unless it is to be so before. */
  #rest(withinMs: number): void {
    if (!this.#moving || this.#map.isMoving()) return
    const sharpAtMs = this.#clock.monotonicMs() + withinMs
    if (this.#sharpening && this.#sharpening.atMs <= sharpAtMs) return
    this.#sharpening?.timer.cancel()
    const timer = this.#clock.after(withinMs, () => {
      this.#sharpening = null
      this.#moving = false
      if (this.#isCoarse) this.#setCoarse(false)
      this.#map.triggerRepaint()
    })
    this.#sharpening = { timer, atMs: sharpAtMs }
  }

  #setCoarse(on: boolean): void {
    this.#isCoarse = on
    this.#map.setPixelRatio(on ? coarse.ratio : window.devicePixelRatio)
  }

  /** How the picture there is shows the view of now; null when another one is due. */
  #shift(): Shift | null {
    if (!this.#painted) return null
    const view = this.#viewport()
    const shift = shiftTo(view, this.#painted.view)
    const ageMs = this.#clock.monotonicMs() - this.#painted.atMs
    return ageMs < (bareOf(view, shift) > bareShare ? repaintMs.bare : repaintMs.covered) ? shift : null
  }

  #lay(shift: Shift | null): void {
    const transform = shift ? `translate(${shift.xPx}px, ${shift.yPx}px) scale(${shift.scale})` : 'none'
    this.#map.getCanvas().style.transform = transform
  }
}

/** Whether the map is drawn by the processor. */
export function slowGraphics(map: maplibre.Map): boolean {
  const gl = map.getCanvas().getContext('webgl2')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  const renderer: unknown = gl && info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : ''
  return typeof renderer === 'string' && /swiftshader|llvmpipe|software/i.test(renderer)
}
