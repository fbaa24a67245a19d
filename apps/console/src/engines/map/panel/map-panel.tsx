import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTheme } from '../../../platform/preferences/index.ts'
import { useTileSource } from '../base/use-tile-source.ts'
import { panelHeightShare } from '../geometry.ts'
import type { MapPlace } from '../map.types.ts'
import type { Look } from '../sprites.ts'
import { panelGround, panelPieces } from './panel-ground.ts'
import { PanelPainter } from './panel-painter.ts'
import './map-panel.css'

/**
 * A small map around one vehicle, at the zoom of map panels (MAP-55). It is a picture, drawn when the vehicle is another
 * one or elsewhere; `label` says it in words.
 */
export function MapPanel(props: {
  readonly label: string
  readonly place: MapPlace
  /** The way to there, oldest first. */
  readonly path?: readonly MapPlace[]
  readonly look: Omit<Look, 'small'>
  /** As high as its place, instead of 69 % of its width (LIVE-07). */
  readonly fills?: true
}) {
  const { lat, lng } = props.place
  const { path = noPath } = props
  const { state, recording, icon, headingDeg } = props.look
  const canvas = useRef<HTMLCanvasElement>(null)
  const [painter, setPainter] = useState<PanelPainter | null>(null)
  const { tone } = useTheme()
  const source = useTileSource()
  const ground = usePanelGround({ lat, lng })
  const { widthPx, heightPx } = useSize(canvas, props.fills === true)
  useEffect(() => {
    if (!canvas.current) return
    const made = new PanelPainter(canvas.current)
    setPainter(made)
    return () => made.close()
  }, [])
  const pictures = source.kind === 'pictures' ? source : null
  const tileUrl = pictures?.url ?? null
  useEffect(() => {
    if (widthPx === 0 || heightPx === 0) return
    const look = { state, recording, icon, headingDeg }
    painter?.show({ widthPx, heightPx, tone, place: { lat, lng }, look, ground, tileUrl, path })
  }, [painter, widthPx, heightPx, tone, lat, lng, state, recording, icon, headingDeg, ground, tileUrl, path])
  return (
    <div className="map-panel" style={props.fills ? { height: '100%' } : { aspectRatio: 1 / panelHeightShare }}>
      <canvas ref={canvas} role="img" aria-label={props.label} data-place={`${lat},${lng}`} />
      {pictures?.credit ? <span className="map-credit">{pictures.credit}</span> : null}
    </div>
  )
}

const noPath: readonly MapPlace[] = []

/** The ground around a place; the same for all small maps nearby. */
function usePanelGround(place: MapPlace) {
  const pieces = panelPieces(place)
  const near = { lat: Math.round(place.lat), lng: Math.round(place.lng) }
  const { data = null } = useQuery({
    queryKey: ['panel-ground', ...pieces, near.lat, near.lng],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => panelGround(pieces, near, signal),
  })
  return data
}

function useSize(of: { readonly current: HTMLElement | null }, fills: boolean) {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 })
  useEffect(() => {
    const element = of.current
    if (!element) return
    const measure = () => {
      const widthPx = element.clientWidth
      const heightPx = fills ? element.clientHeight : Math.round(widthPx * panelHeightShare)
      setSize((before) => (before.widthPx === widthPx && before.heightPx === heightPx ? before : { widthPx, heightPx }))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [of, fills])
  return size
}
