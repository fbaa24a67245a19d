import './track-layer.css'
import { toScreen, toWorld, type Viewport, worldScalePx } from '../geometry.ts'
import type { MapLayer, MapPlace } from '../map.types.ts'
import type { TrackAnchor, TrackCursor, TrackHit, TrackInk, TrackLine, TrackMark } from './track-layer.types.ts'
import { drawCursor, drawMark, drawPointed } from './track-signs.ts'

const markReachPx = 14
const lineReachPx = 10
/** Points nearer to each other than this on the screen are one: of a day with a point a second few are left. */
const leastStepPx = 2
const linePx = 4
const casingPx = 7
/** The ways are drawn this share of the view beyond each edge: while the map is moved within, the picture is only shifted. */
const margin = 0.3

interface ProjectedLine {
  readonly line: TrackLine
  /** In the world, 0 to 1. */
  readonly xs: Float64Array
  readonly ys: Float64Array
}

/**
 * Ways of vehicles with what is marked on them, drawn over the map. Two canvases: what stands still, and the cursors that
 * move along while a day is played, so that a frame of those costs nothing of the other.
 */
export class TrackLayer implements MapLayer {
  readonly element: HTMLElement
  readonly #ways: HTMLCanvasElement
  readonly #moving: HTMLCanvasElement
  readonly #onHit: (hit: TrackHit) => void
  #ratio = 1
  #view: Viewport | null = null
  /** The view that the picture of the ways was drawn for, margins included. */
  #painted: Viewport | null = null
  #lines: readonly ProjectedLine[] = []
  #marks: readonly TrackMark[] = []
  #cursors: readonly TrackCursor[] = []
  #pointed: MapPlace | null = null
  #anchors: readonly TrackAnchor[] = []

  constructor(document: Document, onHit: (hit: TrackHit) => void) {
    this.#onHit = onHit
    this.element = document.createElement('div')
    this.element.className = 'track-layer'
    this.#ways = document.createElement('canvas')
    this.#moving = document.createElement('canvas')
    this.#ways.className = 'track-ways'
    this.#moving.className = 'track-moving'
    this.element.append(this.#ways, this.#moving)
  }

  setLines(lines: readonly TrackLine[]): void {
    const known = new Map(this.#lines.map((one) => [one.line.lats, one]))
    this.#lines = lines.map((line) => {
      const old = known.get(line.lats)
      return old ? { ...old, line } : projected(line)
    })
    this.#drawWays()
  }

  setMarks(marks: readonly TrackMark[]): void {
    this.#marks = marks
    this.#drawWays()
  }

  /** Called for each frame of what is played. */
  setCursors(cursors: readonly TrackCursor[]): void {
    this.#cursors = cursors
    this.#drawMoving()
  }

  /** The point that is meant by what the pointer is on elsewhere. */
  setPointed(place: MapPlace | null): void {
    this.#pointed = place
    this.#drawMoving()
  }

  /** Elements of the page that are moved along with the map from now on. */
  setAnchors(anchors: readonly TrackAnchor[]): void {
    this.#anchors = anchors
    this.#placeAnchors()
  }

  resize(widthPx: number, heightPx: number, ratio: number): void {
    this.#ratio = Math.min(2, ratio)
    this.#painted = null
    this.#moving.width = Math.round(widthPx * this.#ratio)
    this.#moving.height = Math.round(heightPx * this.#ratio)
    this.#ways.width = Math.round(widthPx * (1 + 2 * margin) * this.#ratio)
    this.#ways.height = Math.round(heightPx * (1 + 2 * margin) * this.#ratio)
    this.#ways.style.width = `${widthPx * (1 + 2 * margin)}px`
    this.#ways.style.height = `${heightPx * (1 + 2 * margin)}px`
  }

  draw(view: Viewport): void {
    this.#view = view
    if (this.#painted === null || !this.#shift(this.#painted, view)) this.#drawWays()
    this.#drawMoving()
    this.#placeAnchors()
  }

  click(xPx: number, yPx: number): boolean {
    const hit = this.#hit(xPx, yPx)
    if (hit) this.#onHit(hit)
    return hit !== null
  }

  isHit(xPx: number, yPx: number): boolean {
    return this.#hit(xPx, yPx) !== null
  }

  /** Lays the picture that was drawn for another view where it belongs in this one; false where it does not reach. */
  #shift(painted: Viewport, view: Viewport): boolean {
    if (painted.zoom !== view.zoom) return false
    const scale = worldScalePx(view.zoom)
    const x = (painted.center.x - view.center.x) * scale + (view.widthPx - painted.widthPx) / 2
    const y = (painted.center.y - view.center.y) * scale + (view.heightPx - painted.heightPx) / 2
    if (x > 0 || y > 0 || x < view.widthPx - painted.widthPx || y < view.heightPx - painted.heightPx) return false
    this.#ways.style.transform = `translate(${x}px, ${y}px)`
    return true
  }

  #drawWays(): void {
    const context = this.#clear(this.#ways)
    if (!context || !this.#view) return
    const { center, zoom, widthPx, heightPx } = this.#view
    const view = { center, zoom, widthPx: widthPx * (1 + 2 * margin), heightPx: heightPx * (1 + 2 * margin) }
    this.#painted = view
    this.#shift(view, this.#view)
    const ink = inkOf(this.element)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    for (const one of this.#lines) {
      const whole = wayOf(one, 0, one.xs.length, view)
      stroke(context, whole, ink('--bs-body-bg'), casingPx)
      stroke(context, whole, ink(one.line.ink), linePx)
      const { part } = one.line
      if (part) stroke(context, wayOf(one, part.from, part.to, view), ink(part.ink), linePx)
    }
    for (const mark of this.#marks)
      drawMark(context, mark.sign, this.#screen(mark, view), {
        fill: ink(mark.sign === 'event' ? '--st-overSpeed' : '--fg-surface'),
        line: ink(mark.sign === 'event' ? '--bs-body-bg' : '--fg-text'),
      })
  }

  #drawMoving(): void {
    const context = this.#clear(this.#moving)
    if (!context || !this.#view) return
    const ink = inkOf(this.element)
    for (const cursor of this.#cursors)
      drawCursor(context, this.#screen(cursor, this.#view), cursor.headingDeg, {
        fill: ink(cursor.ink),
        line: ink('--bs-body-bg'),
      })
    if (this.#pointed) drawPointed(context, this.#screen(this.#pointed, this.#view), ink('--fg-text'))
  }

  #placeAnchors(): void {
    for (const { element, place } of this.#anchors) {
      const at = this.#view ? this.#screen(place, this.#view) : null
      element.style.visibility = at ? 'visible' : 'hidden'
      if (at) element.style.transform = `translate(${at.x}px, ${at.y}px)`
    }
  }

  #screen(place: MapPlace, view: Viewport): { readonly x: number; readonly y: number } {
    return toScreen(toWorld(place.lat, place.lng), view)
  }

  /** A mark first, since it lies above the line. */
  #hit(xPx: number, yPx: number): TrackHit | null {
    const view = this.#view
    if (!view) return null
    for (const mark of this.#marks.toReversed()) {
      const at = this.#screen(mark, view)
      if (Math.hypot(at.x - xPx, at.y - yPx) <= markReachPx) return { kind: 'mark', id: mark.id }
    }
    return this.#lineHit(xPx, yPx, view)
  }

  #lineHit(xPx: number, yPx: number, view: Viewport): TrackHit | null {
    const scale = worldScalePx(view.zoom)
    const x = (xPx - view.widthPx / 2) / scale + view.center.x
    const y = (yPx - view.heightPx / 2) / scale + view.center.y
    let best = (lineReachPx / scale) ** 2
    let hit: TrackHit | null = null
    for (const [line, { xs, ys }] of this.#lines.entries())
      for (let point = 0; point < xs.length; point++) {
        const apart = (xs[point]! - x) ** 2 + (ys[point]! - y) ** 2
        if (apart > best) continue
        best = apart
        hit = { kind: 'line', line, point }
      }
    return hit
  }

  /** The canvas, empty, in pixels of the page; null where nothing can be drawn. */
  #clear(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const context = canvas.getContext('2d')
    if (!context) return null
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    return context
  }
}

function projected(line: TrackLine): ProjectedLine {
  const count = line.lats.length
  const xs = new Float64Array(count)
  const ys = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const { x, y } = toWorld(line.lats[index]!, line.lngs[index]!)
    xs[index] = x
    ys[index] = y
  }
  return { line, xs, ys }
}

/** The corners of a way on the screen, without those that fall on the one before. */
export function wayOf(
  { xs, ys }: Pick<ProjectedLine, 'xs' | 'ys'>,
  from: number,
  to: number,
  view: Viewport,
): number[] {
  const scale = worldScalePx(view.zoom)
  const left = view.center.x - view.widthPx / 2 / scale
  const top = view.center.y - view.heightPx / 2 / scale
  const corners: number[] = []
  let lastX = Number.NaN
  let lastY = Number.NaN
  for (let index = from; index < to; index++) {
    const x = (xs[index]! - left) * scale
    const y = (ys[index]! - top) * scale
    const isEnd = index === from || index === to - 1
    if (!isEnd && Math.abs(x - lastX) < leastStepPx && Math.abs(y - lastY) < leastStepPx) continue
    corners.push(x, y)
    lastX = x
    lastY = y
  }
  return corners
}

function stroke(context: CanvasRenderingContext2D, corners: readonly number[], color: string, widthPx: number): void {
  context.strokeStyle = color
  context.lineWidth = widthPx
  context.beginPath()
  for (let index = 0; index < corners.length; index += 2) {
    if (index === 0) context.moveTo(corners[0]!, corners[1]!)
    else context.lineTo(corners[index]!, corners[index + 1]!)
  }
  context.stroke()
}

/** The colours of the theme as they are now. */
function inkOf(element: HTMLElement): (name: TrackInk | '--bs-body-bg' | '--fg-surface' | '--fg-text') => string {
  const style = getComputedStyle(element)
  return (name) => style.getPropertyValue(name).trim()
}
