import { type RefObject, useEffect, useState } from 'react'
import { useLengthUnit, usePreferences, useTheme } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import type { LengthUnit } from '../../platform/units/index.ts'
import { onLinkBack, useChannel, useSession } from '../channel/index.ts'
import type { TileSource } from './base/tile-source.ts'
import type { ClusterCounts } from './clusters.ts'
import type { MapPlace } from './map.types.ts'
import type { MapView } from './map-view.ts'

export type MapViewState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly view: MapView }
  | { readonly kind: 'failed'; readonly reason: string }

interface Wanted {
  readonly container: RefObject<HTMLElement | null>
  readonly source: TileSource
  readonly grouping?: boolean
  /** Where it opens; left out, the zoom of the site. */
  readonly zoom?: number
  /** The unit of the scale; left out: that of the console. */
  readonly unit?: LengthUnit
  /** Room that the card of a vehicle in focus needs above it. */
  readonly cardHeightPx?: number
  readonly onPick?: (id: string | null) => void
}

const pickNothing = () => {}

/** MAP-52: where the map starts: the place of the login reply, else that of the site, which defaults to the built-in one. */
export function startCenter(ofLogin: MapPlace | null, ofSite: MapPlace): MapPlace {
  return ofLogin ?? ofSite
}

/** Makes the map in `container` once and closes it with the page; React draws around it, never into it. */
export function useMapView(wanted: Wanted): MapViewState {
  const { container, source, grouping = false, cardHeightPx = 0, onPick = pickNothing } = wanted
  const t = useText()
  const { clock, site, log } = usePreferences()
  const { tone } = useTheme()
  const chosenUnit = useLengthUnit()
  const unit = (wanted.unit ?? chosenUnit) === 'mile' ? 'imperial' : 'metric'
  const session = useSession()
  const channel = useChannel()
  const [state, setState] = useState<MapViewState>({ kind: 'starting' })
  const hasFailed = state.kind === 'failed'
  // The code of the map may not have come because the server was away.
  useEffect(
    () => (hasFailed ? onLinkBack(channel, () => setState({ kind: 'starting' })) : undefined),
    [hasFailed, channel],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once; later tones, units and sources are set below.
  useEffect(() => {
    if (hasFailed) return
    let made: MapView | null = null
    let left = false
    const start = async () => {
      // eslint-disable-next-line no-restricted-syntax -- the code of the map, not data
      const { MapView: View } = await import('./map-view.ts')
      if (left || !container.current) return
      const center = startCenter(session.mapCenter, site.mapCenter)
      const describe = (counts: ClusterCounts) => describeGroup(counts, t)
      const about = {
        clock,
        tone,
        center,
        zoom: wanted.zoom ?? site.mapZoom,
        source,
        unit,
        cardHeightPx,
        onPick,
        describe,
        log,
      } as const
      made = new View({ container: container.current, ...about })
      setState({ kind: 'ready', view: made })
    }
    start().catch((cause: unknown) => {
      setState({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) })
    })
    return () => {
      left = true
      made?.close()
    }
  }, [container, hasFailed])
  const view = state.kind === 'ready' ? state.view : null
  useEffect(() => view?.setTone(tone), [view, tone])
  useEffect(() => view?.setUnit(unit), [view, unit])
  useEffect(() => view?.setSource(source), [view, source])
  useEffect(() => view?.setGrouping(grouping), [view, grouping])
  return state
}

const groupStates = ['driving', 'idle', 'overSpeed', 'offline'] as const

/** The meaning of a group's ring, in words. */
function describeGroup(counts: ClusterCounts, t: Translate): string {
  const parts = groupStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${t(`state.${state}`)} ${counts[state]}`)
  return `${t('map.group', { count: counts.all })} · ${parts.join(', ')}`
}
