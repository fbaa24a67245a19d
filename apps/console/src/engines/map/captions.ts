import { blit, type Raster, type Sprite } from './blit.ts'
import type { HitGrid } from './hit-grid.ts'
import type { MapTone } from './map.types.ts'
import { SpriteCanvas } from './sprite-canvas.ts'

const fontPx = 12
const gapPx = 21
/** How far a marker reaches from its middle, nearly: a name may touch its rim. */
const markerPx = 9
/** Bound of the cache of drawn texts. */
const mostTexts = 2_000

export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * The names of the vehicles: below the marker, else above or beside it. A name that would cover another name or another
 * marker is left out; the first request wins.
 */
export class Captions {
  #drawn = new Map<string, Sprite>()
  #names: Rect[] = []
  #markers: HitGrid<unknown> | null = null
  readonly #ratio: number
  readonly #tone: MapTone
  readonly #canvas: SpriteCanvas

  constructor(ratio: number, tone: MapTone) {
    this.#ratio = ratio
    this.#tone = tone
    this.#canvas = new SpriteCanvas(ratio)
  }

  /** Begins a new picture over these markers. */
  begin(markers: HitGrid<unknown>): void {
    this.#names = []
    this.#markers = markers
  }

  /** Draws the name of the marker at x, y (CSS pixels of the map) where there is room; `strong` draws it below in any case. */
  draw(target: Raster, text: string, x: number, y: number, strong: boolean): void {
    const picture = this.#picture(text, strong)
    const size = { width: picture.width / this.#ratio, height: picture.height / this.#ratio }
    const places = captionPlaces(x, y, size)
    const rect = strong ? places[0] : places.find((place) => this.#isFree(place, x, y))
    if (!rect) return
    this.#names.push(rect)
    const middle = {
      x: Math.round(rect.left * this.#ratio) + picture.width / 2,
      y: Math.round(rect.top * this.#ratio) + picture.height / 2,
    }
    blit(target, picture, middle.x, middle.y)
  }

  #isFree(rect: Rect, x: number, y: number): boolean {
    if (this.#names.some((other) => overlap(rect, other))) return false
    return !this.#markers?.anyWithin(rect, markerPx, { x, y })
  }

  #picture(text: string, strong: boolean): Sprite {
    const key = `${strong}${text}`
    const known = this.#drawn.get(key)
    if (known) return known
    if (this.#drawn.size >= mostTexts) this.#drawn.clear()
    const made = drawText(this.#canvas, text, strong, this.#tone)
    this.#drawn.set(key, made)
    return made
  }
}

/** Below, above, right and left of a marker, in the order of preference. */
export function captionPlaces(x: number, y: number, size: { width: number; height: number }): readonly Rect[] {
  const { width, height } = size
  const corners = [
    [x - width / 2, y + gapPx],
    [x - width / 2, y - gapPx - height],
    [x + gapPx, y - height / 2],
    [x - gapPx - width, y - height / 2],
  ] as const
  return corners.map(([left, top]) => ({ left, top, right: left + width, bottom: top + height }))
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function drawText(canvas: SpriteCanvas, text: string, strong: boolean, tone: MapTone): Sprite {
  const font = `600 ${fontPx}px system-ui, "Noto Sans", "Liberation Sans", sans-serif`
  const widthPx = Math.ceil(canvas.textWidthPx(text, font)) + 12
  return canvas.draw(widthPx, 18, (context) => {
    const dark = tone === 'dark'
    context.fillStyle = strong
      ? dark
        ? '#eaf1f8'
        : '#16202c'
      : dark
        ? 'rgb(13 21 29 / 82%)'
        : 'rgb(255 255 255 / 88%)'
    context.beginPath()
    context.roundRect(0, 0, widthPx, 18, 5)
    context.fill()
    context.font = font
    context.textBaseline = 'middle'
    context.textAlign = 'center'
    context.fillStyle = strong === dark ? '#16202c' : dark ? '#eaf1f8' : strong ? '#ffffff' : '#16202c'
    context.fillText(text, widthPx / 2, 9.5)
  })
}
