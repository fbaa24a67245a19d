import { useMemo } from 'react'
import {
  type Drawing,
  DrawMap,
  type DrawTool,
  extentOf,
  type Figure,
  type Grip,
  type GripId,
  gripsOf,
  ringOf,
} from '../../../engines/map/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { figureOf } from '../fence-draft.ts'
import type { FenceEditor } from '../use-fence-editor.ts'

/** FENCE-11, FENCE-12: the fence on the map, to be drawn, moved and changed. */
export function FenceMap({ editor }: { readonly editor: FenceEditor }) {
  const t = useText()
  const { draft, tool, events, map } = editor
  const figure = useMemo(() => draft && figureOf(draft), [draft])
  const drawing = useMemo(() => drawingOf(figure, t), [figure, t])
  const extent = useMemo(() => (figure ? extentOf(figure) : []), [figure])
  // The fields are in metres (FENCE-07): so is the scale of the map.
  const hint = draft === null ? t('fence.noneHint') : hintOf(tool, t)
  return <DrawMap drawing={drawing} tool={tool} events={events} extent={extent} hint={hint} handle={map} unit="km" />
}

function hintOf(tool: DrawTool, t: Translate): string | null {
  return tool === 'none' ? null : t(tool === 'circle' ? 'draw.circleHint' : 'draw.cornersHint')
}

function drawingOf(figure: Figure | null, t: Translate): Drawing {
  if (figure === null) return { ring: [], way: [], grips: [] }
  const grips = gripsOf(figure).map(
    ({ id, place }): Grip => ({ id, place, label: labelOf(figure, id, t), looks: id === 'all' ? 'move' : 'corner' }),
  )
  if (figure.kind === 'line') return { ring: [], way: figure.points, reachM: figure.reachM, grips }
  return { ring: ringOf(figure), way: [], grips }
}

function labelOf({ kind }: Figure, grip: GripId, t: Translate): string {
  if (grip === 'edge') return `${t('draw.edge')}. ${t('draw.keys')}`
  if (grip === 'all') return `${t(kind === 'circle' ? 'draw.center' : 'draw.whole')}. ${t('draw.keys')}`
  const number = Number(grip.slice('point-'.length)) + 1
  return `${t('draw.corner', { number })}. ${t('draw.cornerKeys')}`
}
