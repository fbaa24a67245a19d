import { moveBy, type TilePlace, wholePicture, type Zoom, zoomAt, zoomTransform } from './picture-zoom.ts'

/** One notch of a wheel, one press of a key. */
const step = 1.25
/** How far an arrow key moves the picture, in widths or heights of the tile. */
const keyMove = 0.1

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [keyMove, 0],
  ArrowRight: [-keyMove, 0],
  ArrowUp: [0, keyMove],
  ArrowDown: [0, -keyMove],
}

/** Zoom and pan of one element by what a pointer, a wheel or a key does to the area around it. */
export class ZoomPane {
  readonly #area: HTMLElement
  readonly #picture: HTMLElement
  readonly #scaled: (scale: number) => void
  readonly #listening = new AbortController()
  /** Fingers or the mouse button that are down, where they were last. */
  readonly #pointers = new Map<number, TilePlace>()
  #zoom: Zoom = wholePicture

  constructor(area: HTMLElement, picture: HTMLElement, scaled: (scale: number) => void) {
    this.#area = area
    this.#picture = picture
    this.#scaled = scaled
    const { signal } = this.#listening
    area.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal })
    area.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    area.addEventListener('pointermove', (event) => this.#move(event), { signal })
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      area.addEventListener(type, ({ pointerId }) => this.#pointers.delete(pointerId), { signal })
    area.addEventListener('keydown', (event) => this.#key(event), { signal })
  }

  show(zoom: Zoom): void {
    this.#zoom = zoom
    this.#picture.style.transform = zoomTransform(zoom)
    // At 1 a finger scrolls the page, larger it moves the picture.
    this.#area.style.touchAction = zoom.scale === 1 ? 'pan-x pan-y' : 'none'
    this.#area.dataset.zoomed = String(zoom.scale > 1)
    this.#scaled(zoom.scale)
  }

  close(): void {
    this.#listening.abort()
  }

  #wheel(event: WheelEvent): void {
    // Smaller than whole is nothing: there the wheel belongs to the page.
    if (event.deltaY === 0 || (event.deltaY > 0 && this.#zoom.scale === 1)) return
    event.preventDefault()
    this.show(zoomAt(this.#zoom, event.deltaY < 0 ? step : 1 / step, this.#placeOf(event)))
  }

  #down(event: PointerEvent): void {
    if (isControl(event.target)) return
    this.#pointers.set(event.pointerId, this.#placeOf(event))
    if (this.#zoom.scale > 1 || this.#pointers.size > 1) this.#area.setPointerCapture(event.pointerId)
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (before === undefined) return
    const now = this.#placeOf(event)
    this.#pointers.set(event.pointerId, now)
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other === undefined) {
      if (this.#zoom.scale > 1) this.show(moveBy(this.#zoom, now.x - before.x, now.y - before.y))
      return
    }
    const moved = moveBy(this.#zoom, (now.x - before.x) / 2, (now.y - before.y) / 2)
    const [was, is] = [distance(before, other), distance(now, other)]
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    this.show(was === 0 ? moved : zoomAt(moved, is / was, middle))
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#area || event.ctrlKey || event.metaKey || event.altKey) return
    const zoom = zoomByKey(this.#zoom, event.key)
    if (zoom === null) return
    event.preventDefault()
    event.stopPropagation()
    this.show(zoom)
  }

  #placeOf(event: MouseEvent): TilePlace {
    const { left, top, width, height } = this.#area.getBoundingClientRect()
    if (width === 0 || height === 0) return { x: 0, y: 0 }
    return { x: (event.clientX - left) / width - 0.5, y: (event.clientY - top) / height - 0.5 }
  }
}

/** What a key makes of it; null for a key that is none of ours. At the whole picture arrows belong to the page. */
export function zoomByKey(zoom: Zoom, key: string): Zoom | null {
  if (key === '+' || key === '=') return zoomAt(zoom, step, { x: 0, y: 0 })
  if (zoom.scale === 1) return null
  if (key === '-') return zoomAt(zoom, 1 / step, { x: 0, y: 0 })
  if (key === '0') return wholePicture
  const move = moves[key]
  return move ? moveBy(zoom, ...move) : null
}

function distance(a: TilePlace, b: TilePlace): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Whether a click there is for a button or field that lies over the picture. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input, .tile-ladder') !== null
}
