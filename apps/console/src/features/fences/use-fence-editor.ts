import { CORNERS_MAX, emptyFence, type ShapeKind } from '@fleetglass/contract/fences'
import { distanceM } from '@fleetglass/geo'
import { useState } from 'react'
import {
  type DrawEvents,
  type DrawTool,
  extentOf,
  type Figure,
  type GripId,
  type MapPlace,
  movedFigure,
  scaledFigure,
  withoutPoint,
} from '../../engines/map/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { showAreaFault, useAreaDraft, useAreaWrite } from '../../shared/areas/index.ts'
import { notify } from '../../ui/index.ts'
import {
  circleRequest,
  draftOfFence,
  draftOfShape,
  type FenceDraft,
  figureOf,
  newShape,
  shapeRequest,
  withFigure,
} from './fence-draft.ts'
import { useFenceCalls, useFences } from './fences.queries.ts'

/** Of a circle that is placed without being drawn. */
const placedRadiusM = 200
const noticeId = 'fence'

/** The fence that is edited, and everything that is done to it. */
export function useFenceEditor() {
  const t = useText()
  const fences = useFences()
  const calls = useFenceCalls()
  const { map, draft, setSaved, ask, question, change, ...area } = useAreaDraft<FenceDraft>()
  const [tool, setTool] = useState<DrawTool>('none')

  const open = (next: FenceDraft | null): void => {
    area.open(next)
    const figure = next && figureOf(next)
    setTool(next === null || figure !== null ? 'none' : toolFor(next))
    if (figure) map.current?.fit(extentOf(figure))
  }
  /** FENCE-15: as the server has it now. */
  const openCircle = async (index: number): Promise<void> => {
    try {
      open(draftOfFence(index, await calls.load(index)))
    } catch (cause) {
      showAreaFault(t('fence.failed'), cause, noticeId)
    }
  }
  const changeFigure = (of: (figure: Figure) => Figure): void =>
    change((now) => {
      const figure = figureOf(now)
      return figure ? withFigure(now, of(figure)) : now
    })
  const drawCircle = (center: MapPlace, radiusM: number): void =>
    change((now) => withFigure(now, { kind: 'circle', center, radiusM }))
  const addPoint = (place: MapPlace): void =>
    change((now) => {
      if (now.kind === 'circle' || now.points.length >= CORNERS_MAX) return now
      const { lat, lng } = place
      return { ...now, points: [...now.points, { lat: rounded(lat), lng: rounded(lng) }] }
    })
  const events: DrawEvents = {
    onMove: (grip, to) => changeFigure((figure) => movedFigure(figure, grip as GripId, to)),
    onScale: (factor) => changeFigure((figure) => scaledFigure(figure, factor)),
    onRemove: (grip) => changeFigure((figure) => withoutPoint(figure, grip as GripId)),
    onPoint: addPoint,
    onCircle: (center, edge, done) => {
      drawCircle(center, distanceM(center, edge))
      if (done) setTool('none')
    },
  }
  const warnOfNobody = ({ devices }: FenceDraft): void => {
    if (devices.size === 0) notify.warning(t('fence.nobody'), { id: 'fence-nobody' })
  }
  const save = useAreaWrite({
    noticeId,
    done: t('fence.saved'),
    failed: t('fence.saveError'),
    write: async () => {
      if (draft === null) throw new Error('no fence is chosen')
      if (draft.kind === 'circle') {
        const message = await calls.saveCircle(draft.index, circleRequest(draft))
        setSaved(draft)
        warnOfNobody(draft)
        return message
      }
      const { id, message } = await calls.saveShape(shapeRequest(draft))
      change((now) => (now === draft ? { ...draft, id } : now))
      setSaved({ ...draft, id })
      setTool('none')
      warnOfNobody(draft)
      return message
    },
  })
  const remove = useAreaWrite({
    noticeId,
    done: t('fence.removed'),
    failed: t('fence.removeError'),
    write: async () => {
      if (draft === null) throw new Error('no fence is chosen')
      if (draft.kind !== 'circle') {
        const message = await calls.removeShape(draft)
        open(null)
        return message
      }
      const message = await calls.saveCircle(draft.index, emptyFence)
      open(draftOfFence(draft.index, emptyFence))
      return message
    },
  })
  return {
    fences,
    map,
    draft,
    tool,
    busy: save.isPending || remove.isPending,
    events,
    question,
    change,
    setTool,
    close: () => ask(() => open(null)),
    openNew: (kind: ShapeKind) => ask(() => open(newShape(kind))),
    openShape: (id: number) => {
      const shape = fences.shapes.find((one) => one.id === id)
      if (shape) ask(() => open(draftOfShape(shape)))
    },
    openCircle: (index: number) => ask(() => void openCircle(index)),
    /** For the keyboard: a circle, or one more corner, in the middle of the map. */
    placeAtCenter(): void {
      const center = map.current?.center()
      if (!center || draft === null) return
      if (draft.kind === 'circle') {
        drawCircle(center, Number(draft.radius) || placedRadiusM)
        setTool('none')
      } else addPoint(center)
    },
    save: () => save.mutate(),
    remove: () => remove.mutateAsync(),
  }
}

export type FenceEditor = ReturnType<typeof useFenceEditor>

/** What draws a fence that has no place yet (FENCE-17). */
export function toolFor({ kind }: FenceDraft): DrawTool {
  return kind === 'circle' ? 'circle' : 'points'
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(6))
}
