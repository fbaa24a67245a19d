import { blit, type Raster } from './blit.ts'
import { Captions } from './captions.ts'
import { ClusterSheet } from './cluster-sprites.ts'
import { type Cluster, type ClusterCounts, type Grouped, groupingZoom, groupVehicles } from './clusters.ts'
import { bareOf, clearOf, shiftTo, toScreen, type Viewport, type WorldPoint, worldScalePx } from './geometry.ts'
import { HitGrid } from './hit-grid.ts'
import type { MapTone, MapVehicle } from './map.types.ts'
import type { Motion } from './motion.ts'
import { SpriteSheet } from './sprites.ts'

/** More than so many in sight have small markers. */
const crowd = 900
const smallBelowZoom = 6.5
/** Names are written for at most this many vehicles in sight. */
const mostCaptions = 160
const marginPx = 30
/** From the middle of the marker in focus to that of a group's mark: nearer, it or its name would lie on the number. */
const besideFocusPx = 48

/** While something moves, groups are gathered anew this often, so that marks neither meet nor part unseen. */
const regroupMs = 1000

/** A picture that leaves more of the view bare is drawn anew, and one that is older. */
const shifted = { mostBare: 0.05, mostMs: 100 } as const

/** What can be pointed at. */
export type Hit =
  | { readonly kind: 'vehicle'; readonly id: string }
  | { readonly kind: 'cluster'; readonly cluster: Cluster }

interface Shown {
  readonly vehicle: MapVehicle
  readonly x: number
  readonly y: number
  readonly headingDeg: number
}

/** What stands out of the others. */
export interface Emphasis {
  readonly focusedId: string | null
  readonly pointed: Hit | null
}

/** The vehicles, on a canvas of their own above the map: blitted into one picture, which is put on the canvas at once. */
export class VehicleOverlay {
  readonly canvas: HTMLCanvasElement
  readonly hits = new HitGrid<Hit>()
  readonly #context: CanvasRenderingContext2D
  readonly #motion: Motion
  readonly #describe: (counts: ClusterCounts) => string
  #raster: Raster | null = null
  #image: ImageData | null = null
  #ratio = 1
  #tone: MapTone
  #sprites: SpriteSheet
  #marks: ClusterSheet
  #captions: Captions
  #grouping = true
  #drawn: { readonly view: Viewport; readonly atMs: number } | null = null
  #isShifted = false
  #grouped: (Grouped & { readonly atZoom: number; readonly atMs: number }) | null = null

  constructor(page: Document, motion: Motion, tone: MapTone, describe: (counts: ClusterCounts) => string) {
    this.canvas = page.createElement('canvas')
    this.canvas.className = 'map-overlay'
    const context = this.canvas.getContext('2d')
    if (!context) throw new Error('no 2d context for the vehicles')
    this.#context = context
    this.#motion = motion
    this.#describe = describe
    this.#tone = tone
    this.#sprites = new SpriteSheet(1, tone)
    this.#marks = new ClusterSheet(1, tone)
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
      this.#raster = { width, height, pixels: new Uint32Array(this.#image.data.buffer) }
      this.#drawn = null
    }
    if (fine === this.#ratio && tone === this.#tone) return
    this.#ratio = fine
    this.#tone = tone
    this.#sprites = new SpriteSheet(fine, tone)
    this.#marks = new ClusterSheet(fine, tone)
    this.#captions = new Captions(fine, tone)
  }

  /** The vehicles are others or elsewhere: groups are gathered anew with the next picture. */
  changed(): void {
    this.#grouped = null
  }

  setGrouping(on: boolean): void {
    this.#grouping = on
  }

  /** Whether the picture is one of another view. */
  get isShifted(): boolean {
    return this.#isShifted
  }

  /**
   * Moves the last picture to where the map was dragged, which without a graphics card costs far less than to draw it anew;
   * false when it no longer does for this view.
   */
  shift(view: Viewport, nowMs: number): boolean {
    if (!this.#drawn || this.#drawn.view.zoom !== view.zoom || nowMs - this.#drawn.atMs > shifted.mostMs) return false
    const shift = shiftTo(view, this.#drawn.view)
    if (bareOf(view, shift) > shifted.mostBare) return false
    this.canvas.style.transform = `translate(${shift.xPx}px, ${shift.yPx}px)`
    this.#isShifted = true
    return true
  }

  draw(view: Viewport, nowMs: number, emphasis: Emphasis): void {
    if (!this.#image || !this.#raster) return
    this.#raster.pixels.fill(0)
    this.hits.clear()
    const grouped = this.#groupsFor(view, nowMs)
    const shown = this.#inSight(view, nowMs, emphasis.focusedId, grouped)
    const last = shown.at(-1)
    const focused = last?.vehicle.id === emphasis.focusedId ? last : null
    if (grouped) this.#drawClusters(grouped.clusters, view, focused)
    const small = shown.length > crowd || view.zoom < smallBelowZoom
    for (const one of shown) this.#drawVehicle(one, small && one.vehicle.id !== emphasis.focusedId)
    this.#caption(this.#raster, shown, small, emphasis)
    if (emphasis.pointed?.kind === 'cluster')
      this.#describeCluster(this.#raster, emphasis.pointed.cluster, view, focused)
    this.#context.putImageData(this.#image, 0, 0)
    this.canvas.style.transform = 'none'
    this.#isShifted = false
    this.#drawn = { view, atMs: nowMs }
  }

  /** The groups of the view, by where the vehicles are drawn; null while each is drawn on its own. */
  #groupsFor({ zoom }: Viewport, nowMs: number): Grouped | null {
    if (!this.#grouping) return null
    const atZoom = groupingZoom(zoom)
    const { atMs = 0 } = this.#grouped ?? {}
    const isOld = nowMs - atMs >= regroupMs && this.#motion.moving(atMs)
    if (this.#grouped?.atZoom !== atZoom || isOld)
      this.#grouped = { ...groupVehicles((see) => this.#visitDrawn(nowMs, see), atZoom), atZoom, atMs: nowMs }
    return this.#grouped
  }

  #visitDrawn(nowMs: number, see: (vehicle: MapVehicle, point: WorldPoint) => void): void {
    this.#motion.visit(nowMs, (vehicle, x, y) => see(vehicle, { x, y }))
  }

  /** The vehicles of the view that are drawn themselves, the focused one last so that it lies on top. */
  #inSight(view: Viewport, nowMs: number, focusedId: string | null, grouped: Grouped | null): Shown[] {
    const shown: Shown[] = []
    let focused: Shown | null = null
    const scale = worldScalePx(view.zoom)
    const left = view.center.x * scale - view.widthPx / 2
    const top = view.center.y * scale - view.heightPx / 2
    this.#motion.visit(nowMs, (vehicle, worldX, worldY, headingDeg) => {
      const x = worldX * scale - left
      const y = worldY * scale - top
      if (x < -marginPx || y < -marginPx || x > view.widthPx + marginPx || y > view.heightPx + marginPx) return
      if (vehicle.id === focusedId) focused = { vehicle, x, y, headingDeg }
      else if (!grouped || grouped.alone.has(vehicle.id)) shown.push({ vehicle, x, y, headingDeg })
    })
    if (focused) shown.push(focused)
    return shown
  }

  /** A mark that the marker in focus would hide gives way to it. */
  #drawClusters(clusters: readonly Cluster[], view: Viewport, focused: Shown | null): void {
    for (const cluster of clusters) {
      const { x, y } = clearOf(toScreen(cluster.at, view), focused, besideFocusPx)
      if (x < -marginPx || y < -marginPx || x > view.widthPx + marginPx || y > view.heightPx + marginPx) continue
      this.#blit(this.#marks.get(cluster.counts), x, y)
      this.hits.add({ kind: 'cluster', cluster }, x, y)
    }
  }

  #drawVehicle({ vehicle, x, y, headingDeg }: Shown, small: boolean): void {
    const { state, recording, icon } = vehicle
    this.#blit(this.#sprites.get({ state, recording, icon, headingDeg, small }), x, y)
    this.hits.add({ kind: 'vehicle', id: vehicle.id }, x, y)
  }

  #blit(sprite: Parameters<typeof blit>[1], x: number, y: number): void {
    if (this.#raster) blit(this.#raster, sprite, x * this.#ratio, y * this.#ratio)
  }

  /** Names: first of the vehicle in focus, then of the one pointed at, then in an order that stays. */
  #caption(raster: Raster, shown: readonly Shown[], small: boolean, { focusedId, pointed }: Emphasis): void {
    this.#captions.begin(this.hits)
    const pointedId = pointed?.kind === 'vehicle' ? pointed.id : null
    const rank = ({ vehicle: { id } }: Shown) => (id === focusedId ? 0 : id === pointedId ? 1 : 2)
    const few = small || shown.length > mostCaptions
    const named = few ? shown.filter((one) => rank(one) < 2) : [...shown]
    named.sort((a, b) => rank(a) - rank(b) || (a.vehicle.id < b.vehicle.id ? -1 : 1))
    for (const one of named) {
      this.#captions.draw(raster, one.vehicle.caption, one.x, one.y, rank(one) < 2)
    }
  }

  #describeCluster(raster: Raster, { at, counts }: Cluster, view: Viewport, focused: Shown | null): void {
    const { x, y } = clearOf(toScreen(at, view), focused, besideFocusPx)
    this.#captions.draw(raster, this.#describe(counts), x, y + 4, true)
  }
}

/** Whether two places of the pointer mean the same mark. */
export function sameHit(a: Hit | null, b: Hit | null): boolean {
  if (a?.kind === 'vehicle' && b?.kind === 'vehicle') return a.id === b.id
  return a?.kind === 'cluster' && b?.kind === 'cluster' ? a.cluster === b.cluster : a === b
}
