// Which devices the address of the fleet health page means, and what is asked of the server for them.
import {
  type AttentionReason,
  attentionReasons,
  type FleetHealthRequest,
  type HealthOrder,
  healthOrders,
} from '@fleetglass/contract/fleet-overview'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useClock } from '../../platform/preferences/index.ts'
import { dayAfter, dayOf, dayStartS } from '../../shared/calendar/index.ts'

export interface ShownHealth {
  /** Empty: all. */
  readonly group: string
  readonly search: string
  readonly reason: AttentionReason | null
  readonly order: HealthOrder
  readonly page: number
}

export const HEALTH_ROWS = 25
/** Today and the six days before it. */
export const HEALTH_DAYS = 7

export interface HealthDay {
  readonly day: string
  /** Unix seconds, `[start, end)`. */
  readonly startS: number
  readonly endS: number
}

export function useShownHealth() {
  const [query, setQuery] = useSearchParams()
  const clock = useClock()
  const today = dayOf(clock.nowMs())
  const reason = attentionReasons.find((one) => one === query.get('reason')) ?? null
  const order = healthOrders.find((one) => one === query.get('order')) ?? 'need'
  const page = Math.max(0, Math.trunc(Number(query.get('page') ?? 0)) || 0)
  const shown: ShownHealth = { group: query.get('group') ?? '', search: query.get('search') ?? '', reason, order, page }
  const days = useMemo(() => daysUntil(today), [today])
  return {
    shown,
    days,
    /** What is typed makes no entry in the history. */
    show: (change: Partial<ShownHealth>) =>
      setQuery(queryOf({ ...shown, page: 0, ...change }), { replace: change.search !== undefined }),
  }
}

export function healthRequest(
  { group, search, reason, order, page }: ShownHealth,
  days: readonly HealthDay[],
): Partial<FleetHealthRequest> {
  return {
    ...(group !== '' && { group }),
    ...(reason !== null && { reason }),
    search,
    order,
    offset: page * HEALTH_ROWS,
    limit: HEALTH_ROWS,
    since: days[0]?.startS ?? 0,
  }
}

function daysUntil(today: string): readonly HealthDay[] {
  return Array.from({ length: HEALTH_DAYS }, (_, at) => {
    const day = dayAfter(today, at + 1 - HEALTH_DAYS)
    return { day, startS: dayStartS(day), endS: dayStartS(dayAfter(day, 1)) }
  })
}

function queryOf({ group, search, reason, order, page }: ShownHealth): URLSearchParams {
  const query = new URLSearchParams()
  if (group !== '') query.set('group', group)
  if (search !== '') query.set('search', search)
  if (reason !== null) query.set('reason', reason)
  if (order !== 'need') query.set('order', order)
  if (page > 0) query.set('page', String(page))
  return query
}
