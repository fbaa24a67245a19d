import { makeSprite, type Sprite } from './blit.ts'

/** One canvas on which all sprites are drawn in turn: creating a canvas takes longer than drawing a sprite. */
export class SpriteCanvas {
  readonly #ratio: number
  readonly #context: OffscreenCanvasRenderingContext2D

  constructor(ratio: number) {
    this.#ratio = ratio
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d context for the sprites of the map')
    this.#context = context
  }

  textWidthPx(text: string, font: string): number {
    this.#context.font = font
    return this.#context.measureText(text).width
  }

  /** Returns what `paint` draws from 0, 0 to the given size in CSS pixels, as a sprite in device pixels. */
  draw(widthPx: number, heightPx: number, paint: (context: OffscreenCanvasRenderingContext2D) => void): Sprite {
    const width = Math.ceil(widthPx * this.#ratio)
    const height = Math.ceil(heightPx * this.#ratio)
    const context = this.#context
    const { canvas } = context
    if (canvas.width < width || canvas.height < height) {
      canvas.width = Math.max(canvas.width, width)
      canvas.height = Math.max(canvas.height, height)
    }
    context.clearRect(0, 0, width, height)
    context.save()
    context.scale(this.#ratio, this.#ratio)
    paint(context)
    context.restore()
    return makeSprite(width, height, new Uint32Array(context.getImageData(0, 0, width, height).data.buffer))
  }
}
