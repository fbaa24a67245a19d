// Belongs here: which partitions are made and dropped, and when it is tried again. Does not: SQL (partition.store.ts).
import type { Database } from '../database/index.ts'
import type { Log } from '../log/index.ts'
import { type BeforeDrop, createPartitionStore } from './partition.store.ts'
import type { Partition, PartitionedTable } from './partition.types.ts'
import { isNarrow, partitionsAhead, partitionsBehind } from './partition-bounds.ts'

/** Each waits for its lock a quarter of a second; who was kept waiting goes on in between. */
const ATTEMPTS = 20
/** Of these, as many go before a partition that is still written into is dropped while nobody uses its table. */
const PATIENT_ATTEMPTS = 3
/** `lock_not_available` and `deadlock_detected`. */
const TRY_AGAIN = new Set(['55P03', '40P01'])

export interface Removal {
  /** Partitions that were dropped. */
  readonly dropped: number
  /** One is used by others for long: it and those behind it are left to the next call. */
  readonly isHeldUp: boolean
  /** Older rows than these are in partitions that are wider than usual, which are removed row by row; infinite: all of them. */
  readonly wideUntil: number
}

/** The partitions of one table. */
export interface TimePartitions {
  /** In order of time. */
  list(): Promise<readonly Partition[]>
  /** Makes those that are missing up to `ahead` from now; answers how many. A long gap is left to a caller with a trusted clock. */
  addAhead(nowMs: number, isTrusted: boolean): Promise<number>
  /** Makes those that old rows are about to be stored in; `days` are those with rows, since 1970, by time. Answers how many. */
  addBehind(days: readonly number[], nowMs: number): Promise<number>
  /** Drops those of which every row is older, one after the other, until `isOver`. */
  dropBefore(before: number, isOver?: () => boolean): Promise<Removal>
}

/** `null` where the database does not partition tables. */
export function openTimePartitions(
  database: Database,
  spec: PartitionedTable,
  { before = null, log }: { readonly before?: BeforeDrop | null; readonly log?: Pick<Log, 'warn'> | undefined } = {},
): TimePartitions | null {
  if (!database.traits.timePartitions) return null
  const store = createPartitionStore(database, spec)
  /** The partition that the log named last. */
  let named = ''
  const report = (name: string): void => {
    if (named !== name) {
      log?.warn(
        { partition: name },
        'A partition is too old and cannot be dropped, because others use its table; tried again',
      )
    }
    named = name
  }
  const missing = (lastEnd: number, nowMs: number, isTrusted: boolean): readonly Partition[] => {
    const partitions = partitionsAhead(spec, lastEnd, nowMs)
    return !isTrusted && partitions.some((partition) => !isNarrow(spec, partition)) ? [] : partitions
  }
  return {
    list: () => store.list(),
    async addAhead(nowMs, isTrusted) {
      const lastEnd = (await store.list()).at(-1)?.from ?? Number.NaN
      if (missing(lastEnd, nowMs, isTrusted).length === 0) return 0
      return await again(() => store.add((end) => missing(end, nowMs, isTrusted)))
    },
    addBehind: (days, nowMs) => store.addBehind((firstEnd) => partitionsBehind(spec, firstEnd, days, nowMs)),
    async dropBefore(limit, isOver = () => false) {
      const old = (await store.list()).filter(({ from, to }) => Number.isFinite(from) && to <= limit)
      let dropped = 0
      let isHeldUp = false
      for (const partition of old) {
        if (isOver()) break
        try {
          if (before !== null) await store.removeWith(partition, before)
          if (!(await again((attempt) => store.dropFirst(partition, before, attempt > PATIENT_ATTEMPTS)))) break
        } catch (error) {
          // Each drop takes the lock of the whole table: the next one would wait for the same.
          if (!isLocked(error)) throw error
          report(partition.name)
          isHeldUp = true
          break
        }
        dropped += 1
      }
      const narrow = (await store.list()).find((partition) => isNarrow(spec, partition))
      return { dropped, isHeldUp, wideUntil: narrow?.from ?? Number.POSITIVE_INFINITY }
    },
  }
}

/** Once more where others hold the table for long. */
async function again<T>(change: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change(attempt)
    } catch (error) {
      if (attempt === ATTEMPTS || !isLocked(error)) throw error
    }
  }
}

function isLocked(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && TRY_AGAIN.has(code)
}
