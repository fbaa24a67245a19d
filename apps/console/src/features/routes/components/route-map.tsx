import { useMemo } from 'react'
import { type Drawing, DrawMap } from '../../../engines/map/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { labelOf } from '../route-draft.ts'
import type { RouteEditor } from '../use-route-editor.ts'

/** ROUTE-13 … ROUTE-16: the positions on the map and, from two on, the way through them. */
export function RouteMap({ editor }: { readonly editor: RouteEditor }) {
  const t = useText()
  const { draft, way, events, map } = editor
  const positions = draft?.positions
  const drawing = useMemo(
    (): Drawing => ({
      ring: [],
      way: 'way' in way ? way.way : [],
      grips: (positions ?? []).map(({ id, lat, lng }, index) => ({
        id,
        place: { lat, lng },
        text: labelOf(index),
        looks: 'position' as const,
        label: `${t('draw.position', { label: labelOf(index) })}. ${t('draw.cornerKeys')}`,
      })),
    }),
    [positions, way, t],
  )
  const extent = useMemo(() => ('way' in way ? way.way : (positions ?? [])), [positions, way])
  const hint = draft === null ? t('route.noneHint') : draft.positions.length === 0 ? t('draw.positionsHint') : null
  return (
    <DrawMap
      drawing={drawing}
      tool={draft === null ? 'none' : 'points'}
      events={events}
      extent={extent}
      hint={hint}
      handle={map}
    />
  )
}
