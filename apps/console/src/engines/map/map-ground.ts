import * as maplibre from 'maplibre-gl'
import { type ForeignStyle, fetchStyle } from './base/foreign-style.ts'
import { graticule, graticuleStep } from './base/graticule.ts'
import { baseStyle, type Cover, groundData } from './base/style.ts'
import type { TileSource } from './base/tile-source.ts'
import { coarseGround, type Ground, type Region, World } from './base/world.ts'
import type { MapTone } from './map.types.ts'

interface MapGroundOptions {
  readonly map: maplibre.Map
  readonly container: HTMLElement
  readonly tone: MapTone
  readonly source: TileSource
  /** Aborted when the map is closed. */
  readonly closing: AbortSignal
  readonly log: (text: string) => void
  /** A fault of tiles and style, which may come many times. */
  readonly complain: (text: string) => void
}

/** What lies under the vehicles: our own ground, and over it the site's style or tiles once they have come. */
export class MapGround {
  readonly #options: MapGroundOptions
  readonly #map: maplibre.Map
  readonly #closing: AbortSignal
  readonly #world: World
  #tone: MapTone
  #source: TileSource
  /** The site's own style, once it has come. */
  #foreign: ForeignStyle | null = null
  /** The pieces of the ground that are shown or on their way; '' before the first. */
  #pieces = ''
  #ground: Ground | null = null

  constructor(options: MapGroundOptions) {
    this.#options = options
    this.#map = options.map
    this.#closing = options.closing
    this.#world = new World(options.closing)
    this.#tone = options.tone
    this.#source = options.source
    options.map.on('style.load', () => this.refresh())
    options.map.on('render', () => this.#painted())
    this.refresh()
    void this.#fetchStyle()
  }

  setTone(tone: MapTone): void {
    this.#tone = tone
    this.#restyle()
  }

  /** Draws this over the ground from now on. */
  setSource(source: TileSource): void {
    if (source === this.#source) return
    this.#source = source
    this.#foreign = null
    this.#restyle()
    void this.#fetchStyle()
  }

  /** Draws the graticule of the region in view, and fetches what the view needs of the ground. */
  refresh(): void {
    const zoom = this.#map.getZoom()
    const region = this.#map.getBounds().toArray().flat() as [number, number, number, number]
    this.fill('graticule', graticule(region, graticuleStep(zoom)))
    void this.#refreshGround(region, zoom)
  }

  /** Other lines or areas for one source of the style. */
  fill(source: string, data: GeoJSON.GeoJSON): void {
    const found = this.#map.getSource<maplibre.GeoJSONSource>(source)
    void found?.setData(data)
  }

  async #refreshGround(region: Region, zoom: number): Promise<void> {
    const pieces = this.#world.pieces(region, zoom)
    const wanted = pieces.join()
    if (wanted === this.#pieces) return
    this.#pieces = wanted
    if (wanted === 'far') this.#show(coarseGround())
    try {
      const ground = await this.#world.ground(pieces)
      if (!this.#closing.aborted && this.#pieces === wanted) this.#show(ground)
    } catch (cause) {
      if (this.#closing.aborted) return
      this.#pieces = ''
      this.#show(this.#ground ?? coarseGround())
      this.#options.log(`base map: ${cause instanceof Error ? cause.message : cause}`)
    }
  }

  /** The first ground comes with the style, so that the first picture is whole. */
  #show(ground: Ground): void {
    const first = this.#ground === null
    this.#ground = ground
    if (first) this.#restyle()
    else this.fill('ground', groundData(ground))
  }

  #restyle(): void {
    if (this.#ground) this.#map.setStyle(baseStyle(this.#tone, this.#cover(), this.#ground), { diff: false })
  }

  #cover(): Cover {
    if (this.#source.kind !== 'style') return this.#source
    return this.#foreign ? { kind: 'style', style: this.#foreign } : { kind: 'none' }
  }

  /** Until the site's style has come, and when it cannot be had, the ground is shown. */
  async #fetchStyle(): Promise<void> {
    const source = this.#source
    if (source.kind !== 'style') return
    try {
      const style = await fetchStyle(source.url, this.#closing)
      if (this.#closing.aborted || source !== this.#source) return
      this.#foreign = style
      this.#map.addControl(new maplibre.AttributionControl({ compact: true }), 'bottom-right')
      this.#restyle()
    } catch (cause) {
      if (!this.#closing.aborted) this.#options.complain(cause instanceof Error ? cause.message : String(cause))
    }
  }

  /** The ground is shown when it is whole, softly; until then its place has the colour of neither land nor water. */
  #painted(): void {
    const { container } = this.#options
    if (container.dataset.painted !== undefined || this.#ground === null) return
    if (!this.#map.isSourceLoaded('ground')) return
    container.dataset.painted = ''
    performance.mark('map:base-painted')
  }
}
