import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Device } from '../../../engines/fleet/index.ts'
import { type TrackHit, TrackLayer, useMapView, useTileSource } from '../../../engines/map/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import type { TrackEvent } from '../gps-result.ts'
import type { ReplayClock } from '../replay-clock.ts'
import { clockText, placeAt, type Track } from '../track.ts'
import { hourInk, trackInk } from '../track-inks.ts'
import { EventCard } from './event-card.tsx'
import '../track-map.css'

/** What the page changes on its map without being drawn again. */
export interface MapHandle {
  point(index: number | null): void
}

/** Ways, start and end, events and stops, and the vehicles under way (GPSP-46 … GPSP-52). */
export function TrackMap(props: {
  /** The first is the one of the query. */
  readonly tracks: readonly Track[]
  readonly devices: readonly (Device | undefined)[]
  readonly hour: number
  readonly events: readonly TrackEvent[]
  readonly opened: TrackEvent | null
  readonly replay: ReplayClock | null
  readonly follow: boolean
  readonly handle: (handle: MapHandle | null) => void
  readonly onEvent: (event: TrackEvent | null) => void
  /** A point of a way was clicked. */
  readonly onTime: (atMs: number) => void
  readonly children?: React.ReactNode
}) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const source = useTileSource()
  const map = useMapView({ container: box, source })
  const view = map.kind === 'ready' ? map.view : null
  const hit = useRef<(hit: TrackHit) => void>(() => {})
  const [layer] = useState(() => new TrackLayer(document, (found) => hit.current(found)))
  const { tracks, hour, events, opened, replay, follow, handle } = props
  const [track] = tracks
  const shown = useMemo(() => events.filter(({ show }) => show), [events])
  hit.current = (found) => {
    if (found.kind === 'mark') props.onEvent(shown.find(({ id }) => id === found.id) ?? null)
    else props.onTime(tracks[found.line]?.timesMs[found.point] ?? 0)
  }

  useEffect(() => view?.attach(layer), [view, layer])
  useEffect(() => {
    layer.setLines(
      tracks.map((one, index) => {
        const span = index === 0 ? one.hours[hour] : undefined
        return { lats: one.lats, lngs: one.lngs, ink: trackInk(index), part: span ? { ...span, ink: hourInk } : null }
      }),
    )
  }, [layer, tracks, hour])
  useEffect(() => {
    const stops = (track?.parts ?? []).filter(({ kind }) => kind === 'stop')
    layer.setMarks([
      ...stops.map(({ from, startS }) => ({
        id: `stop ${startS}`,
        sign: 'stop' as const,
        lat: from.lat,
        lng: from.lng,
      })),
      ...shown.map(({ id, vehiclex, vehicley }) => ({ id, sign: 'event' as const, lat: vehiclex, lng: vehicley })),
    ])
  }, [layer, track, shown])
  useEffect(() => {
    if (view && tracks.length > 0) view.fitPlaces(tracks.flatMap(cornersOf))
  }, [view, tracks])
  useEffect(() => {
    if (view && opened) view.centerOn({ lat: opened.vehiclex, lng: opened.vehicley })
  }, [view, opened])
  useEffect(() => {
    let frame = 0
    handle({
      point(index) {
        const place = index === null || !track ? null : { lat: track.lats[index]!, lng: track.lngs[index]! }
        layer.setPointed(place)
        // Several bars may be passed within a picture: the map goes to the last of them.
        cancelAnimationFrame(frame)
        if (place) frame = requestAnimationFrame(() => view?.glideTo(place))
      },
    })
    return () => {
      cancelAnimationFrame(frame)
      handle(null)
    }
  }, [handle, layer, view, track])
  useEffect(() => {
    if (!replay) return
    const show = (atMs: number) => {
      const cursors = tracks.map((one, index) => ({ ...placeAt(one, atMs), ink: trackInk(index) }))
      layer.setCursors(cursors)
      const [first] = cursors
      if (follow && first && replay.state().playing) view?.keepInView(first)
    }
    show(replay.atMs)
    const forget = replay.onTick(show)
    return () => {
      forget()
      layer.setCursors([])
    }
  }, [replay, layer, tracks, view, follow])
  const anchors = useAnchors(layer, track ?? null, opened)

  if (map.kind === 'failed') return <PageState icon="map" title={t('map.failedTitle')} hint={map.reason} role="alert" />
  const device = props.devices[0]
  const plate = device?.plate || (track?.deviceId ?? '')
  return (
    <div className="track-map">
      <section className="track-map-area" aria-label={t('gpsPlayback.map')}>
        <div className="map-box" ref={box} />
        <div className="track-anchors">
          {track ? (
            <>
              <Flag kind="start" anchor={anchors.start} plate={plate} atMs={track.timesMs[0]!} />
              <Flag kind="end" anchor={anchors.end} plate={plate} atMs={track.timesMs[track.count - 1]!} />
            </>
          ) : null}
          <div ref={anchors.card} className="track-anchor">
            {opened ? <EventCard event={opened} device={device} onClose={() => props.onEvent(null)} /> : null}
          </div>
        </div>
        <div className="track-zoom">
          <ZoomButton icon="plus" label={t('playback.zoomIn')} onClick={() => view?.zoomBy(1)} />
          <ZoomButton icon="minus" label={t('playback.zoomOut')} onClick={() => view?.zoomBy(-1)} />
          <ZoomButton
            icon="fit"
            label={t('gpsPlayback.fit')}
            onClick={() => view?.fitPlaces(tracks.flatMap(cornersOf))}
          />
        </div>
        {'credit' in source && source.credit !== '' ? <span className="map-credit">{source.credit}</span> : null}
        {props.children}
      </section>
    </div>
  )
}

function ZoomButton(props: { icon: 'plus' | 'minus' | 'fit'; label: string; onClick: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={props.label} title={props.label} onClick={props.onClick}>
      <Icon name={props.icon} />
    </button>
  )
}

/** GPSP-46, GPSP-47. */
function Flag(props: {
  readonly kind: 'start' | 'end'
  readonly anchor: React.RefObject<HTMLDivElement | null>
  readonly plate: string
  readonly atMs: number
}) {
  const t = useText()
  return (
    <div ref={props.anchor} className="track-anchor">
      <div className={`track-flag track-flag-${props.kind}`}>
        <strong>{t(`gpsPlayback.${props.kind}`)}</strong>
        <span dir="auto">{props.plate}</span>
        <span className="num">{clockText(props.atMs)}</span>
      </div>
    </div>
  )
}

/** The elements that the layer moves along with the map. */
function useAnchors(layer: TrackLayer, track: Track | null, opened: TrackEvent | null) {
  const start = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const place = useCallback(() => {
    const found: { element: HTMLElement; place: { lat: number; lng: number } }[] = []
    const last = (track?.count ?? 0) - 1
    if (track && start.current)
      found.push({ element: start.current, place: { lat: track.lats[0]!, lng: track.lngs[0]! } })
    if (track && end.current)
      found.push({ element: end.current, place: { lat: track.lats[last]!, lng: track.lngs[last]! } })
    if (opened && card.current)
      found.push({ element: card.current, place: { lat: opened.vehiclex, lng: opened.vehicley } })
    layer.setAnchors(found)
  }, [layer, track, opened])
  useEffect(place, [place])
  return { start, end, card }
}

/** The south-west and the north-east of a track. */
function cornersOf({ lats, lngs, count }: Track) {
  const low = { lat: lats[0]!, lng: lngs[0]! }
  const high = { ...low }
  for (let index = 1; index < count; index++) {
    low.lat = Math.min(low.lat, lats[index]!)
    low.lng = Math.min(low.lng, lngs[index]!)
    high.lat = Math.max(high.lat, lats[index]!)
    high.lng = Math.max(high.lng, lngs[index]!)
  }
  return [low, high]
}
