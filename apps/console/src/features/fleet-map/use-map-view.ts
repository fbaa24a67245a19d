import { type RefObject, useEffect, useState } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { MapView } from '../../engines/map/index.ts'
import { useLengthUnit, usePreferences, useTheme } from '../../platform/preferences/index.ts'

/** What the tallest card of a vehicle needs above its marker. */
const cardHeightPx = 330

export type MapViewState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly view: MapView }
  | { readonly kind: 'failed'; readonly reason: string }

/** Makes the map in `container` once and closes it with the page; React draws around it, never into it. */
export function useMapView(
  container: RefObject<HTMLElement | null>,
  onPick: (id: string | null) => void,
): MapViewState {
  const { clock, site, log } = usePreferences()
  const { tone } = useTheme()
  const unit = useLengthUnit() === 'mile' ? 'imperial' : 'metric'
  const session = useSession()
  const [state, setState] = useState<MapViewState>({ kind: 'starting' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; later tones and units are told to it below.
  useEffect(() => {
    if (!container.current) return
    try {
      const view = new MapView({
        container: container.current,
        clock,
        tone,
        center: session.mapCenter ?? site.mapCenter,
        zoom: site.mapZoom,
        tileUrl: site.tileUrl,
        unit,
        cardHeightPx,
        onPick,
        log,
      })
      setState({ kind: 'ready', view })
      return () => view.close()
    } catch (cause) {
      setState({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) })
    }
  }, [container])
  const view = state.kind === 'ready' ? state.view : null
  useEffect(() => view?.setTone(tone), [view, tone])
  useEffect(() => view?.setUnit(unit), [view, unit])
  return state
}
