import type { StoredEvent } from '@fleetglass/contract/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { mayAskAgain } from '../../platform/http/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { dayOf, dayStartS } from '../../shared/calendar/index.ts'
import { useAskEvents } from './list/event-list.queries.ts'

/** EVT-11. */
export const EVENT_POLL_MS = 10_000
/** Events of one request. */
const AT_ONCE = 5_000
/** More than this a page does not hold; the oldest are dropped. */
export const MAX_LISTED = 50_000

export interface TodayEvents {
  /** By serial number, in the order in which they came. */
  readonly events: ReadonlyMap<number, StoredEvent>
  /** The latest update time that was received. */
  readonly lastUpdate: number | undefined
  readonly isCut: boolean
}

const nothing: TodayEvents = { events: new Map(), lastUpdate: undefined, isCut: false }

/** EVT-12, EVT-13: a new serial number is appended, a known one replaces its row. */
export function withEvents(before: TodayEvents, polled: readonly StoredEvent[]): TodayEvents {
  if (polled.length === 0) return before
  const events = new Map(before.events)
  for (const event of polled) events.set(event.serialno, event)
  const tooMany = events.size - MAX_LISTED
  for (const serial of [...events.keys()].slice(0, Math.max(0, tooMany))) events.delete(serial)
  const lastUpdate = polled.reduce((last, { updatetime }) => Math.max(last, updatetime), before.lastUpdate ?? 0)
  return { events, lastUpdate, isCut: before.isCut || tooMany > 0 }
}

/** EVT-14, EVT-15: events of each local hour of the day. */
export function countsByHour(events: Iterable<StoredEvent>): readonly number[] {
  const counts = Array.from({ length: 24 }, () => 0)
  for (const event of events) counts[hourOf(event)] = (counts[hourOf(event)] ?? 0) + 1
  return counts
}

export function hourOf({ eventtimeutc }: StoredEvent): number {
  return new Date(eventtimeutc * 1000).getHours()
}

/** EVT-09, EVT-10: all events from the start of today, then what was updated after the last update time. */
export function useTodayEvents() {
  const clock = useClock()
  const queries = useQueryClient()
  const ask = useAskEvents()
  const { userName } = useSession()
  const startS = dayStartS(dayOf(clock.nowMs()))
  const queryKey = ['today-events', userName, startS]
  const result = useQuery({
    queryKey,
    retry: mayAskAgain,
    staleTime: 0,
    queryFn: async () => {
      let known = queries.getQueryData<TodayEvents>(queryKey) ?? nothing
      for (;;) {
        const after = known.lastUpdate === undefined ? {} : { afterUpdatetime: known.lastUpdate }
        const polled = await ask({ afterTime: startS, ...after, order: 'updatetime', limit: AT_ONCE })
        known = withEvents(known, polled)
        if (polled.length < AT_ONCE) return known
      }
    },
  })
  const { refetch } = result
  useEffect(() => {
    const timer = clock.every(EVENT_POLL_MS, () => void refetch())
    return () => timer.cancel()
  }, [clock, refetch])
  return result
}
