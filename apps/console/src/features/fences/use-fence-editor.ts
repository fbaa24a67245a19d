import { CORNERS_MAX, emptyFence, type ShapeKind } from '@fleetglass/contract/fences'
import { distanceM } from '@fleetglass/geo'
import { useRef, useState } from 'react'
import {
  type DrawEvents,
  type DrawMapHandle,
  type DrawTool,
  extentOf,
  type Figure,
  type GripId,
  type MapPlace,
  movedFigure,
  scaledFigure,
  useUnsaved,
  withoutPoint,
} from '../../engines/map/index.ts'
import { useText } from '../../platform/texts/index.ts'
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

/** The fence that is edited, and everything that is done to it. */
export function useFenceEditor() {
  const t = useText()
  const fences = useFences()
  const calls = useFenceCalls()
  const map = useRef<DrawMapHandle>(null)
  const [draft, setDraft] = useState<FenceDraft | null>(null)
  /** As it was opened or saved. */
  const [saved, setSaved] = useState<FenceDraft | null>(null)
  const [tool, setTool] = useState<DrawTool>('none')
  const [busy, setBusy] = useState(false)
  const { ask, question } = useUnsaved(draft, saved)

  const open = (next: FenceDraft | null): void => {
    setDraft(next)
    setSaved(next)
    const figure = next && figureOf(next)
    setTool(next === null || figure !== null ? 'none' : toolFor(next))
    if (figure) map.current?.fit(extentOf(figure))
  }
  /** FENCE-15: as the server has it now. */
  const openCircle = async (index: number): Promise<void> => {
    try {
      open(draftOfFence(index, await calls.load(index)))
    } catch (cause) {
      notify.error(t('fence.failed'), { detail: cause instanceof Error ? cause.message : String(cause), id: 'fence' })
    }
  }
  const change = (of: (figure: Figure) => Figure): void =>
    setDraft((now) => {
      const figure = now && figureOf(now)
      return figure ? withFigure(now, of(figure)) : now
    })
  const drawCircle = (center: MapPlace, radiusM: number): void =>
    setDraft((now) => now && withFigure(now, { kind: 'circle', center, radiusM }))
  const addPoint = (place: MapPlace): void =>
    setDraft((now) => {
      if (now === null || now.kind === 'circle' || now.points.length >= CORNERS_MAX) return now
      const { lat, lng } = place
      return { ...now, points: [...now.points, { lat: rounded(lat), lng: rounded(lng) }] }
    })
  const events: DrawEvents = {
    onMove: (grip, to) => change((figure) => movedFigure(figure, grip as GripId, to)),
    onScale: (factor) => change((figure) => scaledFigure(figure, factor)),
    onRemove: (grip) => change((figure) => withoutPoint(figure, grip as GripId)),
    onPoint: addPoint,
    onCircle: (center, edge, done) => {
      drawCircle(center, distanceM(center, edge))
      if (done) setTool('none')
    },
  }
  const write = async (work: () => Promise<string>, words: { readonly done: string; readonly failed: string }) => {
    setBusy(true)
    try {
      notify.success(words.done, { detail: await work(), id: 'fence' })
    } catch (cause) {
      notify.error(words.failed, { detail: cause instanceof Error ? cause.message : String(cause), id: 'fence' })
    } finally {
      setBusy(false)
    }
  }
  const warnOfNobody = ({ devices }: FenceDraft): void => {
    if (devices.size === 0) notify.warning(t('fence.nobody'), { id: 'fence-nobody' })
  }
  return {
    fences,
    map,
    draft,
    tool,
    busy,
    events,
    question,
    setDraft,
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
    save: () =>
      write(
        async () => {
          if (draft === null) throw new Error('no fence is chosen')
          if (draft.kind === 'circle') {
            const message = await calls.saveCircle(draft.index, circleRequest(draft))
            setSaved(draft)
            warnOfNobody(draft)
            return message
          }
          const { id, message } = await calls.saveShape(shapeRequest(draft))
          setDraft((now) => (now === draft ? { ...draft, id } : now))
          setSaved({ ...draft, id })
          setTool('none')
          warnOfNobody(draft)
          return message
        },
        { done: t('fence.saved'), failed: t('fence.saveError') },
      ),
    remove: () =>
      write(
        async () => {
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
        { done: t('fence.removed'), failed: t('fence.removeError') },
      ),
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
