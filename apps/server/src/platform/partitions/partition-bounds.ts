// Belongs here: where partitions begin and end. Does not: how they are made (partition.store.ts).
import type { Partition, PartitionedTable } from './partition.types.ts'

const DAY_MS = 86_400_000
/** A gap of more partitions becomes one: nothing was received in it, or a clock was wrong. */
const MOST_OF_A_GAP = 31

type Bounds = Pick<PartitionedTable, 'unitsPerS' | 'width' | 'ahead' | 'table'>

/** The partitions that are to be made so that there are enough ahead of now; `last` ends where the first of them begins. */
export function partitionsAhead(spec: Bounds, lastEnd: number, nowMs: number): readonly Partition[] {
  const unitMs = 1000 / spec.unitsPerS
  const today = beginMs(spec, nowMs)
  let endMs = today
  for (let n = 0; n <= spec.ahead; n++) endMs = nextMs(spec, endMs)
  const made: Partition[] = []
  const add = (fromMs: number, toMs: number): void => {
    made.push({ name: nameOf(spec, fromMs, toMs), from: fromMs / unitMs, to: toMs / unitMs })
  }
  let fromMs = lastEnd * unitMs
  if (countBetween(spec, fromMs, today) > MOST_OF_A_GAP) {
    add(fromMs, today)
    fromMs = today
  }
  for (; fromMs < endMs; fromMs = nextMs(spec, fromMs)) add(fromMs, nextMs(spec, fromMs))
  return made
}

/** Older rows were written by a wrong clock, and stay in the partition at the beginning. */
const OLDEST_DAYS = 3_650

/**
 * The partitions that rows of the past are to be stored in, up to where the first of the present ones begins; `days` are those with rows, since
 * 1970, by time.
 */
export function partitionsBehind(
  spec: Bounds,
  firstEnd: number,
  days: readonly number[],
  nowMs: number,
): readonly Partition[] {
  const unitMs = 1000 / spec.unitsPerS
  const endMs = firstEnd * unitMs
  const oldestMs = Math.max(0, nowMs - OLDEST_DAYS * DAY_MS)
  const begins = days.map((day) => day * DAY_MS).filter((atMs) => atMs >= oldestMs && atMs < endMs)
  const made: Partition[] = []
  const add = (fromMs: number, toMs: number): void => {
    made.push({ name: nameOf(spec, fromMs, toMs), from: fromMs / unitMs, to: toMs / unitMs })
  }
  let fromMs = beginMs(spec, begins[0] ?? endMs)
  for (const dayMs of [...begins, endMs]) {
    const untilMs = Math.min(beginMs(spec, dayMs), endMs)
    if (countBetween(spec, fromMs, untilMs) > MOST_OF_A_GAP) {
      add(fromMs, untilMs)
      fromMs = untilMs
    }
    const toMs = dayMs === endMs ? endMs : Math.min(nextMs(spec, untilMs), endMs)
    while (fromMs < toMs) {
      const nextEndMs = Math.min(nextMs(spec, fromMs), endMs)
      add(fromMs, nextEndMs)
      fromMs = nextEndMs
    }
  }
  return made
}

/** Whether a partition is as wide as the table's are, and not wider. */
export function isNarrow({ unitsPerS, width }: Pick<Bounds, 'unitsPerS' | 'width'>, { from, to }: Partition): boolean {
  return (to - from) / unitsPerS <= (width === 'day' ? 1 : 31) * 86_400
}

/** The bounds of a partition as PostgreSQL reports them, which are wide open at both ends of the table. */
export function readBounds(expression: string): { readonly from: number; readonly to: number } {
  const match = /^FOR VALUES FROM \((MINVALUE|'-?\d+')\) TO \((MAXVALUE|'-?\d+')\)$/.exec(expression)
  if (match === null) throw new Error(`a partition has bounds of another kind: ${expression}`)
  const number = (text = ''): number => {
    if (text === 'MINVALUE') return Number.NEGATIVE_INFINITY
    return text === 'MAXVALUE' ? Number.POSITIVE_INFINITY : Number(text.slice(1, -1))
  }
  return { from: number(match[1]), to: number(match[2]) }
}

function beginMs({ width }: Bounds, atMs: number): number {
  if (width === 'day') return Math.floor(atMs / DAY_MS) * DAY_MS
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
}

/** The end of what begins at `fromMs`, which may lie within a month where a wider partition ended there. */
function nextMs({ width }: Bounds, fromMs: number): number {
  if (width === 'day') return (Math.floor(fromMs / DAY_MS) + 1) * DAY_MS
  const from = new Date(fromMs)
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)
}

function countBetween({ width }: Bounds, fromMs: number, toMs: number): number {
  return Math.max(0, (toMs - fromMs) / (width === 'day' ? DAY_MS : 28 * DAY_MS))
}

function nameOf({ table, width }: Bounds, fromMs: number, toMs: number): string {
  const text = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '')
  const isWhole = width === 'day' ? toMs - fromMs === DAY_MS : toMs - fromMs <= 31 * DAY_MS
  return isWhole ? `${table}_${text(fromMs)}` : `${table}_${text(fromMs)}_${text(toMs)}`
}
