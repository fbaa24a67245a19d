import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import type { LengthUnit } from '../../../platform/units/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import type { DrawEvents, Drawing, DrawTool } from './draw-layer.ts'
import { type DrawMapHandle, useDrawMap } from './use-draw-map.ts'
import './draw-map.css'

/** A map to draw on. `extent` is what "show all of it" shows; `children` stand over the map. */
export function DrawMap(props: {
  readonly drawing: Drawing
  readonly tool: DrawTool
  readonly events: DrawEvents
  readonly extent: Parameters<DrawMapHandle['fit']>[0]
  /** What is to be done on the map, in a few words; null where nothing waits to be drawn. */
  readonly hint: string | null
  readonly handle: Ref<DrawMapHandle>
  /** The unit of the fields beside it, where that is not the one of the console. */
  readonly unit?: LengthUnit
  readonly children?: ReactNode
}) {
  const t = useText()
  const { drawing, tool, events, extent, hint } = props
  const container = useRef<HTMLDivElement>(null)
  const { view, failed, credit } = useDrawMap({
    container,
    drawing,
    tool,
    events,
    ...(props.unit && { unit: props.unit }),
  })
  useImperativeHandle(
    props.handle,
    () => ({
      center: () => view?.center() ?? null,
      fit: (places) => view?.fitPlaces(places),
    }),
    [view],
  )
  if (failed) return <PageState icon="map" title={t('draw.failed')} role="alert" />
  return (
    <section className="draw-map" aria-label={t('draw.map')}>
      <div className="draw-map-box" ref={container} />
      <div className="draw-map-buttons">
        <button type="button" className="icon-button" aria-label={t('draw.zoomIn')} onClick={() => view?.zoomBy(1)}>
          <Icon name="plus" />
        </button>
        <button type="button" className="icon-button" aria-label={t('draw.zoomOut')} onClick={() => view?.zoomBy(-1)}>
          <Icon name="minus" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('draw.fit')}
          disabled={extent.length === 0}
          onClick={() => view?.fitPlaces(extent)}
        >
          <Icon name="fit" />
        </button>
      </div>
      {hint === null ? null : <p className="draw-map-hint">{hint}</p>}
      {props.children}
      {credit === '' ? null : <span className="map-credit">{credit}</span>}
    </section>
  )
}
