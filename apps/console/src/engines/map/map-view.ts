import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import 'maplibre-gl/dist/maplibre-gl.css'
import './map-view.css'
import type { Clock } from '../../platform/clock/index.ts'
import type { TileSource } from './base/tile-source.ts'
import { moveAnchor, takenBy } from './card-anchor.ts'
import type { Cluster, ClusterCounts } from './clusters.ts'
import {
  boundsOf,
  rendererZoom,
  toPlace,
  toScreen,
  toWorld,
  trackPadding,
  type Viewport,
  zoomRange,
} from './geometry.ts'
import { GroundPace, slowGraphics } from './ground-pace.ts'
import type { MapLayer, MapPlace, MapTone, MapVehicle } from './map.types.ts'
import { MapGround } from './map-ground.ts'
import { Motion } from './motion.ts'
import { type Hit, sameHit, VehicleOverlay } from './overlay.ts'
import { Trails } from './trails.ts'

maplibre.setWorkerUrl(workerUrl)

export interface MapViewOptions {
  readonly container: HTMLElement
  readonly clock: Clock
  readonly tone: MapTone
  readonly center: MapPlace
  /** Counted in tiles of 256 px, as all zooms of the console (CONST0-15). */
  readonly zoom: number
  readonly source: TileSource
  readonly unit: 'metric' | 'imperial'
  /** Room that the card of the vehicle in focus needs above it. */
  readonly cardHeightPx: number
  /** A vehicle was clicked, or (null) the ground beside all of them. */
  readonly onPick: (id: string | null) => void
  /** A group of vehicles in words, for the one pointed at. */
  readonly describe: (counts: ClusterCounts) => string
  /** The ground could not be had, in words for the log. */
  readonly log: (text: string) => void
}

const reachPx = 22
/** Room for markers and captions around the fleet, below also for the legend. */
const aroundFleetPx = { top: 72, right: 72, bottom: 120, left: 72 }
/** What is nearer to the edge of the map than this is about to leave it. */
const edgeShare = 0.12
/** Shorter than a hand takes to see it; longer than the pointer takes to its next place. */
const glideMs = 120
/** The first view shows the fleet, and what is around it. */
const firstFitMaxZoom = 13
/** A vehicle that was chosen is shown at least this near. */
const chosenMinZoom = 11
/** A group is opened from as near as this; what is still one mark here stands on one spot. */
const nearestOpenZoom = 17.5
const mostComplaints = 20
/** A standing map is redrawn for vehicles under way this often: far out they move less than a pixel in between. */
const frameMs = { far: 100, near: 33 } as const

/** The map, alive outside of React: made once, updated by calls, closed at the end. */
export class MapView {
  readonly #options: MapViewOptions
  readonly #map: maplibre.Map
  readonly #motion = new Motion()
  readonly #trails = new Trails()
  readonly #overlay: VehicleOverlay
  readonly #scale: maplibre.ScaleControl
  readonly #closing = new AbortController()
  readonly #ground: MapGround
  #tone: MapTone
  #vehicles: readonly MapVehicle[] = []
  #focusedId: string | null = null
  #pointed: Hit | null = null
  #complaints = new Set<string>()
  #layer: MapLayer | null = null
  #anchor: HTMLElement | null = null
  #beside: HTMLElement | null = null
  /** The view was fitted to the fleet, or the user moved it; afterwards only the user moves it. */
  #viewSettled = false
  /** The area that stays in view, until the user moves the map: a resized box shows all of it too. */
  #fitted: ReturnType<typeof boundsOf> = null
  #drawnMs = 0
  /** What is drawn of the vehicles is not what is known: the next frame draws them. */
  #isStale = false
  #frame = 0
  #pace: GroundPace | null = null

  constructor(options: MapViewOptions) {
    this.#options = options
    this.#tone = options.tone
    this.#map = new maplibre.Map({
      container: options.container,
      center: [options.center.lng, options.center.lat],
      zoom: rendererZoom(options.zoom),
      minZoom: rendererZoom(zoomRange.least),
      maxZoom: rendererZoom(zoomRange.most),
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: false,
      attributionControl: false,
      // A fade is drawn again and again after each move, which a processor that draws pays for.
      fadeDuration: 0,
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#map.keyboard.disableRotation()
    this.#scale = new maplibre.ScaleControl({ maxWidth: 120, unit: options.unit })
    this.#map.addControl(this.#scale, 'bottom-right')
    this.#overlay = new VehicleOverlay(options.container.ownerDocument, this.#motion, options.tone, options.describe)
    this.#map.getCanvasContainer().append(this.#overlay.canvas)
    this.#listen()
    this.#resize()
    const { container, tone, source, log } = options
    this.#ground = new MapGround({
      map: this.#map,
      container,
      tone,
      source,
      closing: this.#closing.signal,
      log,
      complain: (text) => this.#complain(text),
    })
    this.#tick()
  }

  /** Shows these vehicles from now on. */
  setVehicles(vehicles: readonly MapVehicle[]): void {
    this.#vehicles = vehicles
    this.#motion.update(vehicles, this.#options.clock.monotonicMs())
    this.#overlay.changed()
    if (this.#pointed?.kind === 'cluster') this.#pointed = null
    const lines = this.#trails.update(vehicles)
    if (lines) this.#ground.fill('trails', lines)
    this.#fitFirst()
    this.#isStale = true
  }

  setTone(tone: MapTone): void {
    if (tone === this.#tone) return
    this.#tone = tone
    this.#ground.setTone(tone)
    this.#resize()
  }

  /** Draws this over the ground from now on. */
  setSource(source: TileSource): void {
    this.#ground.setSource(source)
  }

  /** Whether vehicles that would lie on each other are shown as one mark with their number. */
  setGrouping(on: boolean): void {
    this.#overlay.setGrouping(on)
    this.#draw()
  }

  /** The unit of the scale bar. */
  setUnit(unit: 'metric' | 'imperial'): void {
    this.#scale.setUnit(unit)
  }

  /** Marks one vehicle; `anchor` is moved along with it, and its card kept off what is in `beside`. */
  setFocus(id: string | null, anchor: HTMLElement | null, beside: HTMLElement | null): void {
    this.#focusedId = id
    this.#anchor = anchor
    this.#beside = beside
    this.#draw()
  }

  /** Eases the map to a vehicle: it comes to stand so far below the middle that its card fits above it. */
  reveal(id: string): void {
    const vehicle = this.#vehicles.find((one) => one.id === id)
    if (!vehicle) return
    this.#viewSettled = true
    this.#fitted = null
    const { clientHeight } = this.#options.container
    const below = Math.max(0, Math.min(this.#options.cardHeightPx - clientHeight / 2 + 24, clientHeight / 2 - 48))
    const zoom = Math.max(this.#map.getZoom(), chosenMinZoom)
    this.#map.easeTo({ center: [vehicle.lng, vehicle.lat], offset: [0, below], zoom, duration: 500 })
  }

  /** Shows all vehicles at once; with none the view stays. */
  fitAll(): void {
    const bounds = boundsOf(this.#vehicles)
    if (bounds) this.#map.fitBounds(bounds, { padding: aroundFleetPx, maxZoom: 15, duration: 500 })
  }

  /** Shows all these places at once, not nearer than a town; without places the view stays. */
  fitPlaces(places: Iterable<MapPlace>): void {
    const bounds = boundsOf(places)
    if (!bounds) return
    this.#viewSettled = true
    this.#fitted = bounds
    this.#fit(bounds)
  }

  #fit(bounds: NonNullable<ReturnType<typeof boundsOf>>): void {
    const { clientWidth, clientHeight } = this.#options.container
    this.#map.fitBounds(bounds, { padding: trackPadding(clientWidth, clientHeight), maxZoom: 16, duration: 0 })
  }

  /** What is in the middle of the map. */
  center(): MapPlace {
    const { lat, lng } = this.#map.getCenter()
    return { lat, lng }
  }

  /** Moves a place into the middle, at once: what is pointed at follows the pointer. */
  centerOn({ lat, lng }: MapPlace): void {
    this.#viewSettled = true
    this.#fitted = null
    this.#map.jumpTo({ center: [lng, lat] })
  }

  /**
   * Goes where a hand points that moves on at once. As a motion, not a jump: where the processor draws the map, the ground
   * then has the pace of one and is not painted whole for each place.
   */
  glideTo({ lat, lng }: MapPlace): void {
    this.#viewSettled = true
    this.#fitted = null
    this.#map.easeTo({ center: [lng, lat], duration: glideMs })
  }

  /** Follows a place that moves: centres it when it comes to the edge. */
  keepInView(place: MapPlace): void {
    const view = this.#viewport()
    const { x, y } = toScreen(toWorld(place.lat, place.lng), view)
    const isInside = (at: number, sizePx: number) => at > sizePx * edgeShare && at < sizePx * (1 - edgeShare)
    if (!isInside(x, view.widthPx) || !isInside(y, view.heightPx)) this.centerOn(place)
  }

  /** Lays one more layer over the vehicles, which is notified of every view; the returned function removes it. */
  attach(layer: MapLayer): () => void {
    this.#layer = layer
    this.#map.getCanvasContainer().append(layer.element)
    this.#resize()
    return () => {
      layer.element.remove()
      if (this.#layer === layer) this.#layer = null
    }
  }

  /** Once, at the first vehicles, unless the user was faster; it is no motion, but where the map starts. */
  #fitFirst(): void {
    const bounds = this.#viewSettled ? null : boundsOf(this.#vehicles)
    if (!bounds) return
    this.#viewSettled = true
    this.#map.fitBounds(bounds, { padding: aroundFleetPx, maxZoom: firstFitMaxZoom, duration: 0 })
  }

  zoomBy(steps: number): void {
    this.#viewSettled = true
    this.#fitted = null
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps, duration: 250 })
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    delete this.#options.container.dataset.painted
    cancelAnimationFrame(this.#frame)
    this.#pace?.close()
    this.#map.remove()
  }

  #listen(): void {
    const map = this.#map
    map.on('move', () => this.#follow())
    // Only what a hand or a key began comes with the event of the browser.
    map.on('movestart', ({ originalEvent }) => {
      if (!originalEvent) return
      this.#viewSettled = true
      this.#fitted = null
    })
    map.on('resize', () => {
      this.#resize()
      if (this.#fitted) this.#fit(this.#fitted)
    })
    map.on('moveend', () => {
      this.#isStale = true
      this.#ground.refresh()
    })
    map.on('click', ({ point }) => {
      if (!this.#layer?.click(point.x, point.y)) this.#choose(this.#overlay.hits.nearest(point.x, point.y, reachPx))
    })
    map.on('mousemove', ({ point }) => {
      this.#point(this.#overlay.hits.nearest(point.x, point.y, reachPx))
      if (this.#layer?.isHit(point.x, point.y)) map.getCanvas().style.cursor = 'pointer'
    })
    map.on('error', ({ error }) => this.#complain(error.message))
    if (slowGraphics(map)) this.#pace = new GroundPace(map, this.#options.clock, () => this.#viewport())
  }

  #choose(hit: Hit | null): void {
    if (hit?.kind === 'cluster') this.#open(hit.cluster)
    else this.#options.onPick(hit?.id ?? null)
  }

  #point(over: Hit | null): void {
    this.#map.getCanvas().style.cursor = over === null ? '' : 'pointer'
    if (sameHit(over, this.#pointed)) return
    this.#pointed = over
    this.#isStale = true
  }

  /** Shows a group from so near that it falls apart. Vehicles on one spot, which never do, are shown one after the other. */
  #open({ box }: Cluster): void {
    if (this.#map.getZoom() >= nearestOpenZoom) {
      const id = nextOf(this.#vehicles, box, this.#focusedId)
      if (id !== null) this.#options.onPick(id)
      return
    }
    this.#viewSettled = true
    const southWest = toPlace({ x: box.left, y: box.bottom })
    const northEast = toPlace({ x: box.right, y: box.top })
    const camera = this.#map.cameraForBounds([southWest, northEast], {
      padding: aroundFleetPx,
      maxZoom: nearestOpenZoom,
    })
    const zoom = Math.max(camera?.zoom ?? 0, Math.min(nearestOpenZoom, this.#map.getZoom() + 2))
    this.#map.easeTo({ ...camera, zoom, duration: 500 })
  }

  /** Each fault of tiles and style once: a source that is away would report it for every tile. */
  #complain(text: string): void {
    const kind = text.replace(/https?:\S+/g, '')
    if (this.#complaints.has(kind) || this.#complaints.size >= mostComplaints) return
    this.#complaints.add(kind)
    this.#options.log(`map: ${text}`)
  }

  #viewport(): Viewport {
    const { lat, lng } = this.#map.getCenter()
    const { clientWidth: widthPx, clientHeight: heightPx } = this.#options.container
    return { center: toWorld(lat, lng), zoom: this.#map.getZoom(), widthPx, heightPx }
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#options.container
    this.#overlay.resize(clientWidth, clientHeight, window.devicePixelRatio, this.#tone)
    this.#layer?.resize(clientWidth, clientHeight, window.devicePixelRatio)
    this.#layer?.draw(this.#viewport())
    this.#draw()
  }

  #tick(): void {
    this.#frame = requestAnimationFrame(() => {
      const nowMs = this.#options.clock.monotonicMs()
      // While the camera moves each of its frames draws the vehicles already; more is drawn only when it is held still.
      const pauseMs = this.#map.getZoom() > 13 && !this.#map.isMoving() ? frameMs.near : frameMs.far
      const isOld = this.#overlay.isShifted || this.#motion.moving(nowMs - pauseMs * 2)
      const isDue = nowMs - this.#drawnMs >= pauseMs && isOld
      if (this.#isStale || isDue) this.#draw()
      this.#tick()
    })
  }

  #follow(): void {
    const nowMs = this.#options.clock.monotonicMs()
    const view = this.#viewport()
    if (this.#pace !== null && this.#overlay.shift(view, nowMs)) this.#placeAnchor(view, nowMs)
    else this.#draw()
    this.#layer?.draw(view)
  }

  #draw(): void {
    const nowMs = this.#options.clock.monotonicMs()
    this.#drawnMs = nowMs
    this.#isStale = false
    const view = this.#viewport()
    this.#overlay.draw(view, nowMs, { focusedId: this.#focusedId, pointed: this.#pointed })
    this.#placeAnchor(view, nowMs)
  }

  #placeAnchor(view: Viewport, nowMs: number): void {
    const pose = this.#focusedId === null ? null : this.#motion.pose(this.#focusedId, nowMs)
    if (this.#anchor && this.#focusedId !== null)
      moveAnchor(this.#anchor, pose ? toScreen(pose.point, view) : null, { ...view, taken: takenBy(this.#beside) })
  }
}

/** The vehicle of a group after the one in focus, in the order of their ids; the first after the last. */
export function nextOf(vehicles: readonly MapVehicle[], box: Cluster['box'], focusedId: string | null): string | null {
  const ids = vehicles
    .filter(({ lat, lng }) => {
      const { x, y } = toWorld(lat, lng)
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    })
    .map(({ id }) => id)
    .sort()
  return ids.find((id) => focusedId !== null && id > focusedId) ?? ids[0] ?? null
}
