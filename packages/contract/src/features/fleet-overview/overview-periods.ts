// Periods of the fleet overview in the zone of the machine that asks: a browser, or a program.
import { SLOT_S } from '../tracks/index.ts'
import type { FleetOverviewRequest } from './fleet-overview.http.ts'

export const overviewLengths = ['day', 'week', 'month'] as const
export type OverviewLength = (typeof overviewLengths)[number]

export function isOverviewLength(text: string | null): text is OverviewLength {
  return overviewLengths.some((length) => length === text)
}

/** A period as it is shown, and what is asked of the server for it. */
export interface ShownPeriod {
  readonly request: FleetOverviewRequest
  /** It is not over. */
  readonly isRunning: boolean
}

const HOUR_S = 3_600

/** The period of a length that a day lies in. A part is an hour of a day, and a day of a longer period. */
export function overviewPeriod(length: OverviewLength, day: Date, nowMs: number): ShownPeriod {
  const begin = beginOf(length, day)
  const [startS, endS] = [begin, stepped(length, begin, 1)].map(secondsOf) as [number, number]
  const parts = length === 'day' ? hoursBetween(startS, endS) : daysBetween(begin, endS)
  const beforeS = secondsOf(stepped(length, begin, -1))
  const nowS = nowMs / 1000
  const isRunning = nowS >= startS && nowS < endS
  // Of a period that is not over, the same time of the one before; months and days of a clock change are of different length.
  const elapsedS = isRunning ? Math.ceil((nowS - startS) / SLOT_S) * SLOT_S : endS - startS
  const endBeforeS = isRunning ? Math.min(beforeS + elapsedS, startS) : startS
  return { request: { parts, before: [beforeS, endBeforeS] }, isRunning }
}

/** A day in the period that lies `steps` before or after. */
export function shiftedDay(length: OverviewLength, day: Date, steps: number): Date {
  return stepped(length, beginOf(length, day), steps)
}

function beginOf(length: OverviewLength, day: Date): Date {
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
  if (length === 'month') return new Date(year, month, 1)
  // Sunday is the last day of a week.
  const intoWeek = length === 'week' ? (day.getDay() + 6) % 7 : 0
  return new Date(year, month, date - intoWeek)
}

function stepped(length: OverviewLength, begin: Date, steps: number): Date {
  const [year, month, date] = [begin.getFullYear(), begin.getMonth(), begin.getDate()]
  if (length === 'month') return new Date(year, month + steps, 1)
  return new Date(year, month, date + steps * (length === 'week' ? 7 : 1))
}

function hoursBetween(startS: number, endS: number): number[] {
  const hours: number[] = []
  for (let atS = startS; atS < endS; atS += HOUR_S) hours.push(atS)
  return [...hours, endS]
}

function daysBetween(begin: Date, endS: number): number[] {
  const days: number[] = []
  for (let at = begin; secondsOf(at) < endS; at = stepped('day', at, 1)) days.push(secondsOf(at))
  return [...days, endS]
}

function secondsOf(date: Date): number {
  // Zones of a century ago had minutes of their own: sums are of whole quarters.
  return Math.round(date.getTime() / 1000 / SLOT_S) * SLOT_S
}
