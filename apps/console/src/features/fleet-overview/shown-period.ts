// Which period the address of the page means, and what is shown of it.
import {
  type FleetOverviewRequest,
  isOverviewLength,
  type OverviewLength,
  overviewPeriod,
  shiftedDay,
} from '@fleetglass/contract/fleet-overview'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useClock } from '../../platform/preferences/index.ts'
import { dayDate, dayName, dayOf, isDay } from '../../shared/calendar/index.ts'
import { type Figure, isFigure } from './figures.ts'

export interface Shown {
  readonly length: OverviewLength
  /** A day of the browser in the period. */
  readonly day: string
  /** Null: all vehicles. */
  readonly deviceId: string | null
  /** Which figure orders the vehicles and stands in the chart. */
  readonly figure: Figure
}

export interface ShownPeriod extends Shown {
  readonly request: FleetOverviewRequest
  readonly isRunning: boolean
  readonly nowS: number
  /** Unix seconds, `[start, end)`. */
  readonly startS: number
  readonly endS: number
  /** Days of the browser, both included; the last one is not later than today. */
  readonly days: { readonly first: string; readonly last: string }
}

/** Figures of a period that is not over are of this step of time, so that the page does not ask at each drawing. */
const STEP_MS = 60_000

/** What the address says, and how another one is made. */
export function useShownPeriod() {
  const [search, setSearch] = useSearchParams()
  const clock = useClock()
  const nowMs = Math.floor(clock.nowMs() / STEP_MS) * STEP_MS
  const today = dayOf(nowMs)
  const [askedLength, askedDay, askedFigure] = [search.get('period'), search.get('day'), search.get('by')]
  const length = isOverviewLength(askedLength) ? askedLength : 'week'
  const day = isDay(askedDay) && askedDay <= today ? askedDay : today
  const deviceId = search.get('device')
  const figure = isFigure(askedFigure) ? askedFigure : 'distance'
  const shown = useMemo(
    () => periodOf({ length, day, deviceId, figure }, nowMs),
    [length, day, deviceId, figure, nowMs],
  )
  return {
    shown,
    show: (change: Partial<Shown>) => setSearch(searchOf({ ...shown, ...change }), { replace: false }),
  }
}

function periodOf(shown: Shown, nowMs: number): ShownPeriod {
  const { request, isRunning } = overviewPeriod(shown.length, dayDate(shown.day), nowMs)
  const [startS = 0, endS = 0] = [request.parts[0], request.parts.at(-1)]
  const last = dayOf((endS - 1) * 1000)
  const today = dayOf(nowMs)
  const device = shown.deviceId === null ? {} : { deviceid: shown.deviceId }
  return {
    ...shown,
    request: { ...request, ...device },
    isRunning,
    nowS: nowMs / 1000,
    startS,
    endS,
    days: { first: dayOf(startS * 1000), last: last > today ? today : last },
  }
}

/** The period before (-1) or after (1). */
export function dayOfNeighbour({ length, day }: Shown, step: -1 | 1): string {
  return dayName(shiftedDay(length, dayDate(day), step))
}

export function searchOf({ length, day, deviceId, figure }: Shown): URLSearchParams {
  const search = new URLSearchParams({ period: length, day })
  if (deviceId !== null) search.set('device', deviceId)
  if (figure !== 'distance') search.set('by', figure)
  return search
}

/** The address of this page with something else in it. */
export function overviewAddress(shown: Shown, change: Partial<Shown>): string {
  return `/fleetoverview?${searchOf({ ...shown, ...change })}`
}
