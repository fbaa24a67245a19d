import { palettes } from '../base/palette.ts'
import { panelZoom, toWorld } from '../geometry.ts'
import type { MapPlace, MapTone } from '../map.types.ts'
import { drawMarker, type Look, stateColors } from '../sprites.ts'
import { type PanelGround, panelWorldPx } from './panel-ground.ts'
import { tileAddress, tilesAround } from './tile-grid.ts'

/** What a small map shows: a vehicle in the middle of its surroundings. */
export interface PanelPicture {
  readonly widthPx: number
  readonly heightPx: number
  readonly tone: MapTone
  readonly place: MapPlace
  /** The way to there, oldest first. */
  readonly path: readonly MapPlace[]
  readonly look: Omit<Look, 'small'>
  /** Null until it has come. */
  readonly ground: PanelGround | null
  /** Address of the tiles over the ground; null for none. */
  readonly tileUrl: string | null
}

/** Draws a small map on a canvas: ground, tiles as they arrive, vehicle. Nothing is drawn while nothing changes. */
export class PanelPainter {
  readonly #canvas: HTMLCanvasElement
  #tiles = new Map<string, HTMLImageElement>()
  #picture: PanelPicture | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  show(picture: PanelPicture): void {
    this.#picture = picture
    this.#paint()
  }

  close(): void {
    this.#picture = null
    this.#tiles.clear()
  }

  readonly #paint = (): void => {
    const picture = this.#picture
    const context = this.#canvas.getContext('2d')
    if (!picture || !context) return
    const ratio = Math.min(2, window.devicePixelRatio)
    const { widthPx, heightPx } = picture
    this.#canvas.width = Math.round(widthPx * ratio)
    this.#canvas.height = Math.round(heightPx * ratio)
    context.scale(ratio, ratio)
    paintGround(context, picture)
    this.#paintTiles(context, picture)
    paintPath(context, picture)
    context.translate(widthPx / 2, heightPx / 2)
    drawMarker(context, { ...picture.look, small: false }, picture.tone)
  }

  /** Tiles that are there are drawn, the others are requested and drawn when they come; one that fails leaves the ground. */
  #paintTiles(context: CanvasRenderingContext2D, { place, widthPx, heightPx, tileUrl }: PanelPicture): void {
    const inView = new Map<string, HTMLImageElement>()
    for (const tile of tileUrl === null ? [] : tilesAround(place, panelZoom, widthPx, heightPx)) {
      const address = tileAddress(tileUrl ?? '', tile)
      const image = this.#tiles.get(address) ?? this.#ask(address)
      inView.set(address, image)
      if (image.complete && image.naturalWidth > 0)
        context.drawImage(image, Math.round(tile.leftPx), Math.round(tile.topPx))
    }
    this.#tiles = inView
  }

  #ask(address: string): HTMLImageElement {
    const image = new Image()
    image.decoding = 'async'
    image.addEventListener('load', this.#paint, { once: true })
    image.src = address
    return image
  }
}

function paintGround(context: CanvasRenderingContext2D, picture: PanelPicture): void {
  const { widthPx, heightPx, tone, place, ground } = picture
  const palette = palettes[tone]
  context.fillStyle = ground ? palette.water : palette.land
  context.fillRect(0, 0, widthPx, heightPx)
  if (!ground) return
  const center = toWorld(place.lat, place.lng)
  context.save()
  context.translate(
    widthPx / 2 - (center.x - ground.origin.x) * panelWorldPx,
    heightPx / 2 - (center.y - ground.origin.y) * panelWorldPx,
  )
  context.fillStyle = palette.land
  context.fill(ground.land, 'evenodd')
  context.strokeStyle = palette.coast
  context.lineWidth = 1.5
  context.stroke(ground.coast)
  context.strokeStyle = palette.border
  context.setLineDash([6, 4])
  context.stroke(ground.borders)
  context.restore()
  paintGraticule(context, picture)
}

function paintPath(context: CanvasRenderingContext2D, picture: PanelPicture): void {
  const { widthPx, heightPx, place, path, tone, look } = picture
  if (path.length === 0) return
  const center = toWorld(place.lat, place.lng)
  context.save()
  context.strokeStyle = stateColors[look.state]
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.globalAlpha = tone === 'dark' ? 0.9 : 0.75
  context.beginPath()
  for (const { lat, lng } of path) {
    const at = toWorld(lat, lng)
    context.lineTo(widthPx / 2 + (at.x - center.x) * panelWorldPx, heightPx / 2 + (at.y - center.y) * panelWorldPx)
  }
  context.stroke()
  context.restore()
}

/** About a hundred metres: the ground without streets is plain, and lines show how far a vehicle has come. */
const graticuleDeg = 0.001

function paintGraticule(context: CanvasRenderingContext2D, { widthPx, heightPx, tone, place }: PanelPicture): void {
  const center = toWorld(place.lat, place.lng)
  const sideDeg = (Math.max(widthPx, heightPx) / panelWorldPx) * 360
  context.save()
  context.globalAlpha = 0.3
  context.strokeStyle = palettes[tone].graticule
  context.lineWidth = 1
  context.beginPath()
  for (const lng of stepsAround(place.lng, sideDeg)) {
    const left = Math.round(widthPx / 2 + (toWorld(0, lng).x - center.x) * panelWorldPx) + 0.5
    context.moveTo(left, 0)
    context.lineTo(left, heightPx)
  }
  for (const lat of stepsAround(place.lat, sideDeg)) {
    const top = Math.round(heightPx / 2 + (toWorld(lat, 0).y - center.y) * panelWorldPx) + 0.5
    context.moveTo(0, top)
    context.lineTo(widthPx, top)
  }
  context.stroke()
  context.restore()
}

/** The lines of the graticule within `sideDeg` around a degree. */
function stepsAround(deg: number, sideDeg: number): readonly number[] {
  const first = Math.ceil((deg - sideDeg / 2) / graticuleDeg)
  return Array.from({ length: Math.ceil(sideDeg / graticuleDeg) }, (_, index) => (first + index) * graticuleDeg)
}
