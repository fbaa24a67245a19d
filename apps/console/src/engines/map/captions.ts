import type { MapTone } from './map.types.ts'

const fontPx = 12
const gapPx = 21
/** Bound of the cache of drawn texts. */
const mostTexts = 2_000

interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The names below the vehicles. A name that would cover another one is left out; the first one asked for wins. */
export class Captions {
  #drawn = new Map<string, OffscreenCanvas>()
  #taken: Rect[] = []
  readonly #ratio: number
  readonly #tone: MapTone

  constructor(ratio: number, tone: MapTone) {
    this.#ratio = ratio
    this.#tone = tone
  }

  /** Begins a new picture. */
  begin(): void {
    this.#taken = []
  }

  /** Draws a name below x, y (CSS pixels of the map) unless its place is taken; `strong` draws it in any case. */
  draw(target: CanvasRenderingContext2D, text: string, x: number, y: number, strong: boolean): void {
    const picture = this.#picture(text, strong)
    const width = picture.width / this.#ratio
    const height = picture.height / this.#ratio
    const left = x - width / 2
    const top = y + gapPx
    const rect = { left, top, right: left + width, bottom: top + height }
    if (!strong && this.#taken.some((other) => overlap(rect, other))) return
    this.#taken.push(rect)
    target.drawImage(picture, Math.round(left * this.#ratio), Math.round(top * this.#ratio))
  }

  #picture(text: string, strong: boolean): OffscreenCanvas {
    const key = `${strong}${text}`
    const known = this.#drawn.get(key)
    if (known) return known
    if (this.#drawn.size >= mostTexts) this.#drawn.clear()
    const made = drawText(text, strong, this.#ratio, this.#tone)
    this.#drawn.set(key, made)
    return made
  }
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function drawText(text: string, strong: boolean, ratio: number, tone: MapTone): OffscreenCanvas {
  const font = `600 ${fontPx}px system-ui, "Noto Sans", "Liberation Sans", sans-serif`
  const probe = new OffscreenCanvas(1, 1).getContext('2d')
  if (!probe) throw new Error('no 2d context for the captions')
  probe.font = font
  const widthPx = Math.ceil(probe.measureText(text).width) + 12
  const canvas = new OffscreenCanvas(Math.ceil(widthPx * ratio), Math.ceil(18 * ratio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d context for the captions')
  context.scale(ratio, ratio)
  const dark = tone === 'dark'
  context.fillStyle = strong ? (dark ? '#eaf1f8' : '#16202c') : dark ? 'rgb(13 21 29 / 82%)' : 'rgb(255 255 255 / 88%)'
  context.beginPath()
  context.roundRect(0, 0, widthPx, 18, 5)
  context.fill()
  context.font = font
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillStyle = strong === dark ? '#16202c' : dark ? '#eaf1f8' : strong ? '#ffffff' : '#16202c'
  context.fillText(text, widthPx / 2, 9.5)
  return canvas
}
