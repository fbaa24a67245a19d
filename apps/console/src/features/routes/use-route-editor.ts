import { useEffect, useMemo, useRef, useState } from 'react'
import { type DrawEvents, type DrawMapHandle, type MapPlace, useUnsaved } from '../../engines/map/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import {
  draftOfRoute,
  isTooLarge,
  type RouteDraft,
  reordered,
  routeRequest,
  withPlace,
  withPosition,
} from './route-draft.ts'
import { useRouteCalls, useRoutes, useWay } from './routes.queries.ts'

/** The route that is planned, and everything that is done to it. */
export function useRouteEditor() {
  const t = useText()
  const list = useRoutes()
  const calls = useRouteCalls()
  const map = useRef<DrawMapHandle>(null)
  const ids = useRef(0)
  const [draft, setDraft] = useState<RouteDraft | null>(null)
  /** As it was opened or saved. */
  const [saved, setSaved] = useState<RouteDraft | null>(null)
  const [busy, setBusy] = useState(false)
  const { ask, question } = useUnsaved(draft, saved)
  const way = useWay(draft?.positions ?? [])
  const tooLarge = useMemo(() => isTooLarge(way), [way])
  // Told when it becomes so; it stays on the page while it is.
  useEffect(() => {
    if (tooLarge) notify.error(t('route.tooLarge'), { detail: t('route.pleaseReset'), id: 'route-large' })
  }, [tooLarge, t])

  const nextId = (): string => `position-${ids.current++}`
  const change = (of: (now: RouteDraft) => RouteDraft): void => setDraft((now) => now && of(now))
  const remove = (id: string): void =>
    change((now) => ({ ...now, positions: now.positions.filter((one) => one.id !== id) }))
  const add = (place: MapPlace): void => {
    const id = nextId()
    change((now) => withPosition(now, { ...place, id }))
  }
  const events: DrawEvents = {
    onMove: (id, to) => change((now) => withPlace(now, id, to)),
    onScale: () => {},
    onRemove: remove,
    onPoint: add,
    onCircle: () => {},
  }
  const fail = (text: string, cause: unknown): void =>
    void notify.error(text, { detail: cause instanceof Error ? cause.message : String(cause), id: 'route' })
  const open = async (index: number): Promise<void> => {
    try {
      const opened = draftOfRoute(index, await calls.load(index), nextId)
      setDraft(opened)
      setSaved(opened)
      map.current?.fit(opened.positions)
    } catch (cause) {
      fail(t('route.failed'), cause)
    }
  }
  return {
    list,
    map,
    draft,
    way,
    tooLarge,
    busy,
    events,
    question,
    change,
    remove,
    close: () => ask(() => setDraft(null)),
    open: (index: number) => ask(() => void open(index)),
    placeAtCenter(): void {
      const center = map.current?.center()
      if (center) add(center)
    },
    removeAll: () => change((now) => ({ ...now, positions: [] })),
    reorder: (from: number, to: number) => change((now) => reordered(now, from, to)),
    async save(): Promise<void> {
      if (draft === null || !('way' in way)) return
      setBusy(true)
      try {
        const message = await calls.save(draft.index, routeRequest(draft, way.way))
        setSaved(draft)
        notify.success(t('route.saved'), { detail: message, id: 'route' })
        if (draft.devices.size === 0) notify.warning(t('route.nobody'), { id: 'route-nobody' })
      } catch (cause) {
        fail(t('route.saveError'), cause)
      } finally {
        setBusy(false)
      }
    },
  }
}

export type RouteEditor = ReturnType<typeof useRouteEditor>
