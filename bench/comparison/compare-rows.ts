import type { BenchRow } from '../bench.ts'

/** A row of two versions that were measured by turns. */
export interface Comparison {
  readonly what: string
  readonly unit: string
  /** The row's values, smallest first. */
  readonly before: readonly number[]
  readonly now: readonly number[]
  /** `worse`: the best of now is worse than the worst of before. `new` and `gone`: only one version has the row. */
  readonly verdict: 'worse' | 'better' | 'same' | 'new' | 'gone' | 'unclear'
}

/** Compares the rows of several runs of two versions; each inner array is one run. */
export function compareRows(before: readonly BenchRow[][], now: readonly BenchRow[][]): Comparison[] {
  const whats = new Set([...before, ...now].flatMap((run) => run.map(({ what }) => what)))
  return [...whats].map((what) => compareRow(what, rowsOf(before, what), rowsOf(now, what)))
}

function rowsOf(runs: readonly BenchRow[][], what: string): BenchRow[] {
  return runs.flatMap((run) => run.filter((row) => row.what === what))
}

function compareRow(what: string, before: readonly BenchRow[], now: readonly BenchRow[]): Comparison {
  const [row] = [...now, ...before]
  const rest = { what, unit: row?.unit ?? '', before: valuesOf(before), now: valuesOf(now) }
  return { ...rest, verdict: verdictOf(rest.before, rest.now, row?.bar ?? '') }
}

function valuesOf(rows: readonly BenchRow[]): number[] {
  return rows.map(({ value }) => value).sort((a, b) => a - b)
}

/** Which way is better stands in the bar: `≥` or `>` more, `≤` or `<` less. */
function verdictOf(before: readonly number[], now: readonly number[], bar: string): Comparison['verdict'] {
  if (before.length === 0) return 'new'
  if (now.length === 0) return 'gone'
  const [leastBefore, mostBefore] = [Math.min(...before), Math.max(...before)]
  const [leastNow, mostNow] = [Math.min(...now), Math.max(...now)]
  const isAbove = leastNow > mostBefore
  const isBelow = mostNow < leastBefore
  if (!isAbove && !isBelow) return 'same'
  const sign = /[≥>≤<]/.exec(bar)?.[0]
  if (sign === undefined) return 'unclear'
  return '≥>'.includes(sign) === isAbove ? 'better' : 'worse'
}
