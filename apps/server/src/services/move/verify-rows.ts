// Belongs here: whether both databases have the same rows. Does not: files (verify-media.ts).
import type { SourceValue, SqliteSource } from '../../platform/database/index.ts'
import { isInBucket, splitSlot } from '../../platform/media-store/index.ts'
import { namesInBucket } from '../media-uploads/index.ts'
import { movedRows } from './copy-rows.ts'
import { LeftCopies } from './left-copies.ts'
import type { PlannedTable } from './move-plan.ts'
import type { MoveProgress } from './move-progress.ts'
import type { MoveTarget } from './move-target.store.ts'
import { type MovedValue, NO_ROWS, type RowSum, withRow } from './moved-values.ts'
import { segmentOf } from './source-recordings.ts'

const PAGE = { rows: 5_000, bytes: 4 * 1024 * 1024 }

export interface TableComparison {
  readonly table: string
  readonly source: RowSum
  readonly target: RowSum
  readonly isSame: boolean
}

export interface VerifyRowsDeps {
  readonly source: SqliteSource
  readonly target: MoveTarget
  readonly tables: readonly PlannedTable[]
  readonly progress: MoveProgress
  readonly signal: AbortSignal
}

/** Counts and checksums of each table on both sides; the target's are made by PostgreSQL from what it stores. */
export async function verifyRows(deps: VerifyRowsDeps): Promise<readonly TableComparison[]> {
  const { source, target, tables, progress } = deps
  const count = tables.reduce((sum, table) => sum + source.count(table.source), 0)
  progress.begin('Comparing rows', { count, done: 0, noun: 'rows' })
  const found: TableComparison[] = []
  const copies = new MovedCopies(tables, new LeftCopies(source))
  // Files that were moved have a row each in `local_copies`: recordings come first.
  const inOrder = tables.toSorted((a, b) => Number(b.name === 'recordings') - Number(a.name === 'recordings'))
  for (const table of inOrder) {
    const [ofSource, ofTarget] = await Promise.all([sumOfSource(deps, table, copies), target.sum(table)])
    const expected = table.name === 'local_copies' ? copies.with(ofSource) : ofSource
    const isSame = expected.rows === ofTarget.rows && expected.sum === ofTarget.sum
    found.push({ table: table.name, source: expected, target: ofTarget, isSame })
  }
  progress.end()
  return found
}

async function sumOfSource(deps: VerifyRowsDeps, table: PlannedTable, copies: MovedCopies): Promise<RowSum> {
  const { source, progress, signal } = deps
  let sum = NO_ROWS
  for (let after: readonly SourceValue[] | null = null; ; ) {
    signal.throwIfAborted()
    const page = source.page(table.source, after, PAGE)
    const rows = movedRows(table, page.rows)
    const expected = table.name === 'recordings' ? await withMoved(deps.target, table, page.rows, rows, copies) : rows
    for (const row of expected) sum = withRow(sum, row)
    progress.add(rows.length, page.bytes, table.name)
    const last = page.rows.at(-1)
    if (page.isLast || last === undefined) return sum
    after = table.source.key.map((column) => last[table.source.columns.indexOf(column)] ?? null)
    // The lease of the target is renewed in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Rows of recordings as they are to be: of a file that was moved, the row names an object that such a file may have. */
async function withMoved(
  target: MoveTarget,
  table: PlannedTable,
  rows: readonly (readonly SourceValue[])[],
  moved: readonly (readonly MovedValue[])[],
  copies: MovedCopies,
): Promise<readonly (readonly MovedValue[])[]> {
  const segments = rows.map((row) => segmentOf(table.source, row))
  const paths = await target.pathsOf(segments)
  return moved.map((row, at) => {
    const [path, segment] = [paths[at] ?? null, segments[at]]
    if (path === null || segment === undefined || !isInBucket(path) || isInBucket(segment.path)) return row
    const { slot, below } = splitSlot(path)
    if (![...namesInBucket(segment.path)].includes(below)) return row
    copies.add(segment)
    return table.columns.map(({ name }, column) => {
      if (name === 'path') return path
      return name === 'slot' ? slot : (row[column] ?? null)
    })
  })
}

/** Rows of `local_copies` that the move of files has added. */
class MovedCopies {
  readonly #columns: readonly string[]
  readonly #left: LeftCopies
  #sum: RowSum = NO_ROWS

  constructor(tables: readonly PlannedTable[], left: LeftCopies) {
    this.#left = left
    this.#columns = tables.find(({ name }) => name === 'local_copies')?.columns.map(({ name }) => name) ?? []
  }

  add({ path, deviceKey, startMs, channel }: ReturnType<typeof segmentOf>): void {
    if (this.#left.stays(path) || this.#left.isOfSource(path)) return
    const values: Readonly<Record<string, MovedValue>> = {
      path,
      device_key: String(deviceKey),
      start_ms: String(startMs),
      channel: String(channel),
    }
    this.#sum = withRow(
      this.#sum,
      this.#columns.map((column) => values[column] ?? null),
    )
  }

  with({ rows, sum }: RowSum): RowSum {
    return { rows: rows + this.#sum.rows, sum: sum + this.#sum.sum }
  }
}
