import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LengthUnit } from '../../../platform/units/index.ts'
import { useTileSource } from '../base/use-tile-source.ts'
import type { MapPlace } from '../map.types.ts'
import type { MapView } from '../map-view.ts'
import { useMapView } from '../use-map-view.ts'
import { type DrawEvents, type Drawing, DrawLayer, type DrawTool } from './draw-layer.ts'

/** FENCE-22, ROUTE-25, CONST1-03. */
export const drawZoom = 16

/** A map in `container` with a drawing that is changed by hand; the page owns the drawing. */
export function useDrawMap(wanted: {
  readonly container: RefObject<HTMLElement | null>
  readonly drawing: Drawing
  readonly tool: DrawTool
  readonly events: DrawEvents
  /** The unit of the scale; left out: that of the console. */
  readonly unit?: LengthUnit
}) {
  const { container, drawing, tool, events } = wanted
  const source = useTileSource()
  const map = useMapView({ container, source, zoom: drawZoom, ...(wanted.unit && { unit: wanted.unit }) })
  const view: MapView | null = map.kind === 'ready' ? map.view : null
  // The listener may change with each drawing; the layer is the same.
  const listener = useRef(events)
  useEffect(() => {
    listener.current = events
  })
  const [layer, setLayer] = useState<DrawLayer | null>(null)
  useEffect(() => {
    if (!view) return
    const made = new DrawLayer(document, {
      onMove: (...of) => listener.current.onMove(...of),
      onScale: (...of) => listener.current.onScale(...of),
      onRemove: (...of) => listener.current.onRemove(...of),
      onPoint: (...of) => listener.current.onPoint(...of),
      onCircle: (...of) => listener.current.onCircle(...of),
    })
    setLayer(made)
    return view.attach(made)
  }, [view])
  useEffect(() => layer?.show(drawing), [layer, drawing])
  useEffect(() => layer?.setTool(tool), [layer, tool])
  const credit = 'credit' in source ? source.credit : ''
  return { view, failed: map.kind === 'failed', credit }
}

/** The map's side of a page that draws: what is set up once. */
export interface DrawMapHandle {
  /** Null before there is a map. */
  center(): MapPlace | null
  fit(places: readonly MapPlace[]): void
}
