import './draw-layer.css'
import { toPlace, toScreen, toWorld, type Viewport, worldScalePx } from '../geometry.ts'
import type { MapLayer, MapPlace } from '../map.types.ts'

/** Something that is taken hold of on the map. */
export interface Grip {
  readonly id: string
  readonly place: MapPlace
  /** Read out, and shown where the pointer rests. */
  readonly label: string
  /** What stands on it. */
  readonly text?: string
  readonly looks: 'move' | 'corner' | 'position'
}

/** What is on the map to be changed by hand. */
export interface Drawing {
  /** Filled; taken hold of anywhere within, it is moved as a whole. */
  readonly ring: readonly MapPlace[]
  readonly way: readonly MapPlace[]
  /** The way is as wide as so many metres to each side (and is then moved as a whole too), or, left out, a line of 5 pixels. */
  readonly reachM?: number
  readonly grips: readonly Grip[]
}

/** What a press or a click on the map means: nothing of ours, one more point, or the circle that is drawn by it. */
export type DrawTool = 'none' | 'points' | 'circle'

export interface DrawEvents {
  /** A grip is to be at a place; `all` is also what is taken hold of within the figure. */
  readonly onMove: (grip: string, to: MapPlace) => void
  readonly onScale: (factor: number) => void
  readonly onRemove: (grip: string) => void
  readonly onPoint: (place: MapPlace) => void
  /** While it is drawn, and (`done`) when it is. */
  readonly onCircle: (center: MapPlace, edge: MapPlace, done: boolean) => void
}

/** ROUTE-31. */
export const wayWidthPx = 5
/** Less than this is no drag but a click. */
const dragPx = 6
/** The radius of a circle that was only clicked. */
const clickedRadiusPx = 70
const stepPx = { wide: 16, small: 2 } as const
const scaleStep = 1.1

interface Point {
  readonly x: number
  readonly y: number
}

/** Figures that are changed by hand, drawn over the map: by pointer, touch and keys. The page owns them, and shows them anew. */
export class DrawLayer implements MapLayer {
  readonly element: HTMLElement
  readonly #events: DrawEvents
  readonly #ring: SVGPathElement
  readonly #casing: SVGPathElement
  readonly #way: SVGPathElement
  readonly #grips: HTMLElement
  readonly #buttons = new Map<string, HTMLButtonElement>()
  #drawing: Drawing = { ring: [], way: [], grips: [] }
  #tool: DrawTool = 'none'
  #view: Viewport | null = null

  constructor(document: Document, events: DrawEvents) {
    this.#events = events
    this.element = document.createElement('div')
    this.element.className = 'draw-layer'
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('aria-hidden', 'true')
    const path = (name: string): SVGPathElement => {
      const made = document.createElementNS(SVG, 'path')
      made.setAttribute('class', name)
      svg.append(made)
      return made
    }
    this.#ring = path('draw-ring')
    this.#casing = path('draw-casing')
    this.#way = path('draw-way')
    this.#grips = document.createElement('div')
    this.element.append(svg, this.#grips)
    for (const part of [this.#ring, this.#way]) this.#makeDraggable(part, () => 'all')
    this.element.addEventListener('pointerdown', (event) => this.#beginCircle(event))
    for (const name of ['mousedown', 'touchstart', 'click'] as const)
      this.element.addEventListener(name, (event) => {
        if (this.#tool === 'circle') event.stopPropagation()
      })
  }

  show(drawing: Drawing): void {
    this.#drawing = drawing
    this.#matchButtons()
    this.#paint()
  }

  setTool(tool: DrawTool): void {
    this.#tool = tool
    this.element.dataset.tool = tool
  }

  resize(): void {}

  draw(view: Viewport): void {
    this.#view = view
    this.#paint()
  }

  click(xPx: number, yPx: number): boolean {
    const place = this.#place({ x: xPx, y: yPx })
    if (this.#tool !== 'points' || place === null) return false
    // The second click of a double click is no second point.
    if (!this.#isLast({ x: xPx, y: yPx })) this.#events.onPoint(place)
    return true
  }

  isHit(): boolean {
    return false
  }

  #isLast(at: Point): boolean {
    const last = this.#drawing.grips.findLast(({ looks }) => looks !== 'move')
    if (!last || !this.#view) return false
    return apart(toScreen(toWorld(last.place.lat, last.place.lng), this.#view), at) < dragPx
  }

  #paint(): void {
    const view = this.#view
    if (view === null) return
    const { ring, way, reachM, grips } = this.#drawing
    this.#ring.setAttribute('d', pathOf(ring, view, true))
    this.#casing.setAttribute('d', reachM === undefined ? pathOf(way, view, false) : '')
    this.#way.setAttribute('d', pathOf(way, view, false))
    this.#way.classList.toggle('draw-wide', reachM !== undefined)
    const wide = reachM === undefined ? wayWidthPx : Math.max(wayWidthPx, 2 * reachM * pixelsPerM(way[0], view))
    this.#way.setAttribute('stroke-width', String(wide))
    for (const { id, place } of grips) {
      const at = toScreen(toWorld(place.lat, place.lng), view)
      const button = this.#buttons.get(id)
      if (button) button.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`
    }
  }

  /** The same button for the same grip: one that has the focus keeps it. */
  #matchButtons(): void {
    const { grips } = this.#drawing
    const wanted = new Set(grips.map(({ id }) => id))
    for (const [id, button] of this.#buttons) {
      if (wanted.has(id)) continue
      button.remove()
      this.#buttons.delete(id)
    }
    for (const { id, label, text = '', looks } of grips) {
      const button = this.#buttons.get(id) ?? this.#addButton(id)
      button.className = `draw-grip draw-grip-${looks}`
      button.dataset.grip = id
      if (button.title !== label) {
        button.title = label
        button.setAttribute('aria-label', label)
      }
      if (button.textContent !== text) button.textContent = text
    }
  }

  #addButton(id: string): HTMLButtonElement {
    const button = this.element.ownerDocument.createElement('button')
    button.type = 'button'
    this.#makeDraggable(button, () => id)
    button.addEventListener('keydown', (event) => this.#key(event, id))
    this.#buttons.set(id, button)
    this.#grips.append(button)
    return button
  }

  #key(event: KeyboardEvent, id: string): void {
    const step = event.shiftKey ? stepPx.small : stepPx.wide
    const way = arrows[event.key]
    const grip = this.#drawing.grips.find((one) => one.id === id)
    if (way && grip && this.#view) {
      const at = toScreen(toWorld(grip.place.lat, grip.place.lng), this.#view)
      const place = this.#place({ x: at.x + way.x * step, y: at.y + way.y * step })
      if (place) this.#events.onMove(id, place)
    } else if (event.key === '+' || event.key === '=') this.#events.onScale(scaleStep)
    else if (event.key === '-') this.#events.onScale(1 / scaleStep)
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#events.onRemove(id)
    else return
    // Else the map moves and zooms too.
    event.preventDefault()
    event.stopPropagation()
  }

  /** What is taken hold of keeps its distance from the pointer. */
  #makeDraggable(part: HTMLElement | SVGPathElement, idOf: () => string): void {
    for (const name of ['mousedown', 'touchstart', 'click', 'dblclick'] as const)
      part.addEventListener(name, (event) => event.stopPropagation())
    part.addEventListener('pointerdown', ((event: PointerEvent) => {
      const grip = this.#drawing.grips.find(({ id }) => id === idOf())
      if (!event.isPrimary || event.button !== 0 || !grip || !this.#view) return
      event.stopPropagation()
      const from = this.#point(event)
      const held = toScreen(toWorld(grip.place.lat, grip.place.lng), this.#view)
      let dragged = false
      this.#follow(part, event, (at) => {
        dragged ||= apart(at, from) >= dragPx
        const place = this.#place({ x: held.x + at.x - from.x, y: held.y + at.y - from.y })
        if (dragged && place) this.#events.onMove(grip.id, place)
      })
    }) as EventListener)
  }

  #beginCircle(event: PointerEvent): void {
    if (this.#tool !== 'circle' || !event.isPrimary || event.button !== 0) return
    event.stopPropagation()
    const from = this.#point(event)
    const center = this.#place(from)
    if (!center) return
    let last = from
    const report = (edge: Point, done: boolean): void => {
      const place = this.#place(edge)
      if (place) this.#events.onCircle(center, place, done)
    }
    const end = (): void => report(apart(last, from) < dragPx ? { x: from.x + clickedRadiusPx, y: from.y } : last, true)
    const move = (at: Point): void => {
      last = at
      if (apart(at, from) >= dragPx) report(at, false)
    }
    this.#follow(this.element, event, move, end)
  }

  #follow(part: Element, event: PointerEvent, move: (at: Point) => void, end: () => void = () => {}): void {
    const over = new AbortController()
    const { signal } = over
    part.setPointerCapture(event.pointerId)
    part.addEventListener('pointermove', ((next: PointerEvent) => move(this.#point(next))) as EventListener, { signal })
    part.addEventListener(
      'pointerup',
      () => {
        over.abort()
        end()
      },
      { signal },
    )
    part.addEventListener('pointercancel', () => over.abort(), { signal })
  }

  #point({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #place({ x, y }: Point): MapPlace | null {
    const view = this.#view
    if (view === null) return null
    const scale = worldScalePx(view.zoom)
    return toPlace({
      x: view.center.x + (x - view.widthPx / 2) / scale,
      y: view.center.y + (y - view.heightPx / 2) / scale,
    })
  }
}

const SVG = 'http://www.w3.org/2000/svg'
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Points of a way nearer to each other than this on the screen are one. */
const leastStepPx = 1.5

function pathOf(places: readonly MapPlace[], view: Viewport, closed: boolean): string {
  let path = ''
  let last: Point | null = null
  for (const [index, { lat, lng }] of places.entries()) {
    const at = toScreen(toWorld(lat, lng), view)
    if (last && index < places.length - 1 && apart(at, last) < leastStepPx) continue
    path += `${last ? 'L' : 'M'}${at.x.toFixed(1)} ${at.y.toFixed(1)}`
    last = at
  }
  return closed && path !== '' ? `${path}Z` : path
}

function pixelsPerM(at: MapPlace | undefined, view: Viewport): number {
  const earthM = 40_075_016.7 * Math.cos(((at?.lat ?? 0) * Math.PI) / 180)
  return worldScalePx(view.zoom) / earthM
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
