import { useEffect, useMemo, useRef } from 'react'
import type { DrawEvents, MapPlace } from '../../engines/map/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { showAreaFault, useAreaDraft, useAreaWrite } from '../../shared/areas/index.ts'
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

const noticeId = 'route'

/** The route that is planned, and everything that is done to it. */
export function useRouteEditor() {
  const t = useText()
  const list = useRoutes()
  const calls = useRouteCalls()
  const ids = useRef(0)
  const { map, draft, setSaved, ask, question, change, ...area } = useAreaDraft<RouteDraft>()
  const way = useWay(draft?.positions ?? [])
  const tooLarge = useMemo(() => isTooLarge(way), [way])
  // A notice shows the change; the page shows the state.
  useEffect(() => {
    if (tooLarge) notify.error(t('route.tooLarge'), { detail: t('route.pleaseReset'), id: 'route-large' })
  }, [tooLarge, t])

  const nextId = (): string => `position-${ids.current++}`
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
  const open = async (index: number): Promise<void> => {
    try {
      const opened = draftOfRoute(index, await calls.load(index), nextId)
      area.open(opened)
      map.current?.fit(opened.positions)
    } catch (cause) {
      showAreaFault(t('route.failed'), cause, noticeId)
    }
  }
  const save = useAreaWrite({
    noticeId,
    done: t('route.saved'),
    failed: t('route.saveError'),
    write: async () => {
      if (draft === null || !('way' in way)) throw new Error('no route is chosen')
      const message = await calls.save(draft.index, routeRequest(draft, way.way))
      setSaved(draft)
      if (draft.devices.size === 0) notify.warning(t('route.nobody'), { id: 'route-nobody' })
      return message
    },
  })
  return {
    list,
    map,
    draft,
    way,
    tooLarge,
    busy: save.isPending,
    events,
    question,
    change,
    remove,
    close: () => ask(() => area.open(null)),
    open: (index: number) => ask(() => void open(index)),
    placeAtCenter(): void {
      const center = map.current?.center()
      if (center) add(center)
    },
    removeAll: () => change((now) => ({ ...now, positions: [] })),
    reorder: (from: number, to: number) => change((now) => reordered(now, from, to)),
    save: () => save.mutate(),
  }
}

export type RouteEditor = ReturnType<typeof useRouteEditor>
