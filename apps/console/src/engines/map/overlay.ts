import { blit, type Raster } from './blit.ts'
import { Captions } from './captions.ts'
import { toScreen, type Viewport } from './geometry.ts'
import { HitGrid } from './hit-grid.ts'
import type { MapTone, MapVehicle } from './map.types.ts'
import type { Motion } from './motion.ts'
import { SpriteSheet } from './sprites.ts'

/** From this number of vehicles in sight on, and far out, vehicles are points. */
const crowd = 1_200
const smallBelowZoom = 6.5
/** Names are written for at most this many vehicles in sight. */
const mostCaptions = 160
const marginPx = 30

interface Shown {
  readonly vehicle: MapVehicle
  readonly x: number
  readonly y: number
  readonly headingDeg: number
}

/** The vehicles, on a canvas of their own above the map: blitted into one picture, which is put on the canvas at once. */
export class VehicleOverlay {
  readonly canvas: HTMLCanvasElement
  readonly hits = new HitGrid()
  readonly #context: CanvasRenderingContext2D
  readonly #motion: Motion
  #image: ImageData | null = null
  #ratio = 1
  #tone: MapTone
  #sprites: SpriteSheet
  #captions: Captions

  constructor(page: Document, motion: Motion, tone: MapTone) {
    this.canvas = page.createElement('canvas')
    this.canvas.className = 'map-overlay'
    const context = this.canvas.getContext('2d')
    if (!context) throw new Error('no 2d context for the vehicles')
    this.#context = context
    this.#motion = motion
    this.#tone = tone
    this.#sprites = new SpriteSheet(1, tone)
    this.#captions = new Captions(1, tone)
  }

  /** Fits the canvas to its container. A finer screen than 2 pixels a point is not worth the copying. */
  resize(widthPx: number, heightPx: number, ratio: number, tone: MapTone): void {
    const fine = Math.min(2, ratio)
    const width = Math.max(1, Math.round(widthPx * fine))
    const height = Math.max(1, Math.round(heightPx * fine))
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.canvas.width = width
      this.canvas.height = height
      this.#image = new ImageData(width, height)
    }
    if (fine === this.#ratio && tone === this.#tone) return
    this.#ratio = fine
    this.#tone = tone
    this.#sprites = new SpriteSheet(fine, tone)
    this.#captions = new Captions(fine, tone)
  }

  draw(view: Viewport, nowMs: number, focusedId: string | null, pointedId: string | null): void {
    const image = this.#image
    if (!image) return
    const raster: Raster = { width: image.width, height: image.height, pixels: new Uint32Array(image.data.buffer) }
    raster.pixels.fill(0)
    const shown = this.#inSight(view, nowMs, focusedId)
    const small = shown.length > crowd || view.zoom < smallBelowZoom
    this.hits.clear()
    for (const { vehicle, x, y, headingDeg } of shown) {
      const { state, recording, icon } = vehicle
      const sprite = this.#sprites.get({ state, recording, icon, headingDeg, small: small && vehicle.id !== focusedId })
      blit(raster, sprite, x * this.#ratio, y * this.#ratio)
      this.hits.add(vehicle.id, x, y)
    }
    this.#context.putImageData(image, 0, 0)
    this.#caption(shown, small, focusedId, pointedId)
  }

  /** The vehicles in the view, the focused one last so that it lies on top. */
  #inSight(view: Viewport, nowMs: number, focusedId: string | null): Shown[] {
    const shown: Shown[] = []
    let focused: Shown | null = null
    for (const { vehicle, pose } of this.#motion.poses(nowMs)) {
      const { x, y } = toScreen(pose.point, view)
      if (x < -marginPx || y < -marginPx || x > view.widthPx + marginPx || y > view.heightPx + marginPx) continue
      const one = { vehicle, x, y, headingDeg: pose.headingDeg }
      if (vehicle.id === focusedId) focused = one
      else shown.push(one)
    }
    if (focused) shown.push(focused)
    return shown
  }

  /** Names: first of the vehicle in focus, then of the one pointed at, then in an order that stays. */
  #caption(shown: readonly Shown[], small: boolean, focusedId: string | null, pointedId: string | null): void {
    this.#captions.begin(this.hits)
    const rank = ({ vehicle: { id } }: Shown) => (id === focusedId ? 0 : id === pointedId ? 1 : 2)
    const few = small || shown.length > mostCaptions
    const named = few ? shown.filter((one) => rank(one) < 2) : [...shown]
    named.sort((a, b) => rank(a) - rank(b) || (a.vehicle.id < b.vehicle.id ? -1 : 1))
    for (const one of named) {
      this.#captions.draw(this.#context, one.vehicle.caption, one.x, one.y, rank(one) < 2)
    }
  }
}
