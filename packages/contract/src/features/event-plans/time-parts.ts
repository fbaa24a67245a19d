// Belongs here: which minutes of the day a plan names, and how they move between UTC and a zone. Does not: painting them (console).
import { ruleMessage } from '../../errors/index.ts'

export const DAY_MINUTES = 1440
/** Every other minute of the day. */
const RANGES_MAX = DAY_MINUTES / 2

/** Minutes of the day in UTC: the start belongs to it, the end does not (PLAN-48). `0 <= start < end <= 1440`. */
export interface MinuteRange {
  readonly start: number
  readonly end: number
}

export type ParsedTimeParts =
  | { readonly ok: true; readonly ranges: readonly MinuteRange[] }
  | { readonly ok: false; readonly reason: string }

/** Reads `0:480,1200:1440` (PLAN-24): in any order, each minute at most once. An empty text names no minute. */
export function parseTimeParts(text: string): ParsedTimeParts {
  if (text === '') return { ok: true, ranges: [] }
  const parts = text.split(',', RANGES_MAX + 1)
  if (parts.length > RANGES_MAX) return { ok: false, reason: ruleMessage('too-many', { most: RANGES_MAX }) }
  const ranges: MinuteRange[] = []
  for (const part of parts) {
    const [, start, end] = /^(\d{1,4}):(\d{1,4})$/.exec(part) ?? []
    const range = { start: Number(start), end: Number(end) }
    // NaN where the part is no range: the comparison is false.
    if (!(range.start < range.end && range.end <= DAY_MINUTES)) {
      return { ok: false, reason: ruleMessage('not-time-parts') }
    }
    ranges.push(range)
  }
  ranges.sort((one, other) => one.start - other.start)
  const isOverlapping = ranges.some((range, at) => at > 0 && range.start < (ranges[at - 1]?.end ?? 0))
  return isOverlapping ? { ok: false, reason: ruleMessage('overlapping-time-parts') } : { ok: true, ranges }
}

export function timePartsText(ranges: readonly MinuteRange[]): string {
  return ranges.map(({ start, end }) => `${start}:${end}`).join(',')
}

/** Whether the minute of a time, in unix seconds, belongs to one of the ranges. No range: never (PLAN-48). */
export function isInTimeParts(ranges: readonly MinuteRange[], timeS: number): boolean {
  const minute = Math.floor(timeS / 60) % DAY_MINUTES
  return ranges.some(({ start, end }) => minute >= start && minute < end)
}

/**
 * The same times in another zone, `minutes` east: what then crosses midnight becomes two ranges, and ranges that touch become one. From
 * UTC to a zone with the offset of the zone, back with the negative one.
 */
export function shiftTimeParts(ranges: readonly MinuteRange[], minutes: number): readonly MinuteRange[] {
  const marked = new Uint8Array(DAY_MINUTES)
  const shift = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  for (const { start, end } of ranges) {
    for (let minute = start; minute < end; minute++) marked[(minute + shift) % DAY_MINUTES] = 1
  }
  return rangesOf(marked)
}

/** The ranges with the minutes from `start` to before `end` set on or off. */
export function paintTimeParts(
  ranges: readonly MinuteRange[],
  { start, end }: MinuteRange,
  isOn: boolean,
): readonly MinuteRange[] {
  const marked = new Uint8Array(DAY_MINUTES)
  for (const range of ranges) marked.fill(1, range.start, range.end)
  marked.fill(isOn ? 1 : 0, start, end)
  return rangesOf(marked)
}

function rangesOf(marked: Uint8Array): readonly MinuteRange[] {
  const ranges: MinuteRange[] = []
  for (let start = marked.indexOf(1); start !== -1; ) {
    const off = marked.indexOf(0, start)
    const end = off === -1 ? DAY_MINUTES : off
    ranges.push({ start, end })
    start = marked.indexOf(1, end)
  }
  return ranges
}
