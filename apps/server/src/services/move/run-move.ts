// Belongs here: the steps of a move, in order. Does not: reading options, what is printed (move.ts of the server).
import type { Clock } from '../../platform/clock/index.ts'
import type { Database, SqliteSource } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { BucketConnection } from '../../platform/media-store/index.ts'
import { openTimePartitions, type PartitionedTable } from '../../platform/partitions/index.ts'
import { createMediaUploadStore } from '../media-uploads/index.ts'
import { BUCKET_SITE, checkPlace, claimPlace } from './claim-place.ts'
import { copyMedia } from './copy-media.ts'
import { copyRows } from './copy-rows.ts'
import { FileFaults } from './file-faults.ts'
import { type PlannedTable, planMove } from './move-plan.ts'
import type { MoveProgress } from './move-progress.ts'
import type { MoveTarget } from './move-target.store.ts'
import type { SourceFiles } from './source-recordings.ts'
import { type MediaComparison, verifyMedia } from './verify-media.ts'
import { type TableComparison, verifyRows } from './verify-rows.ts'

export interface MoveDeps {
  readonly clock: Clock
  readonly log: Log
  readonly source: SqliteSource
  readonly files: SourceFiles
  /** Prepared (`prepareTarget`), its schema made; `null`: no rows are moved. */
  readonly target: { readonly database: Database; readonly rows: MoveTarget } | null
  /** `null`: no files are moved. */
  readonly bucket: BucketConnection | null
  readonly partitionedTables: readonly PartitionedTable[]
  readonly progress: MoveProgress
  readonly isVerifying: boolean
  readonly signal: AbortSignal
}

export interface MoveResult {
  readonly tables: readonly TableComparison[]
  /** `null`: no files were to be moved. */
  readonly media: (MediaComparison & { readonly faults: FileFaults }) | null
}

/** Copies what is not copied yet, then compares all of it. */
export async function runMove(deps: MoveDeps): Promise<MoveResult> {
  const { source, target, bucket, isVerifying } = deps
  const tables = target === null ? [] : planMove(source.tables(), await target.rows.columns())
  if (target !== null && !isVerifying) await fill(deps, target, tables)
  if (bucket !== null && !isVerifying) await upload(deps, bucket)
  const comparable = tables.filter(({ name }) => name !== BUCKET_SITE)
  // Before the rows, of which it may put some back.
  const media = bucket === null ? null : await compareMedia(deps, bucket)
  const compared = target === null ? [] : await verifyRows({ ...deps, target: target.rows, tables: comparable })
  // What was put back is sent by the same command again.
  const isSame = compared.every((table) => table.isSame) && (media === null || media.backOnDisk === 0)
  if (target !== null && !isVerifying && isSame) await target.rows.record.finish()
  return { tables: compared, media }
}

async function fill(deps: MoveDeps, target: NonNullable<MoveDeps['target']>, tables: readonly PlannedTable[]) {
  const { source, bucket } = deps
  const { rows } = target
  const beforeTable = await partitionMaker(deps, target)
  if ((await rows.record.tables()).size === 0) {
    if (bucket !== null) await checkPlace({ source, connection: bucket })
    await rows.clear(tables)
  }
  await copyRows({ ...deps, target: rows, tables, beforeTable })
  for (const table of tables) {
    const highest = source.highestNumber(table.name)
    const [column] = table.source.key
    if (highest !== null && column !== undefined) await rows.setNumbers(table.name, column, highest)
  }
}

/** Makes the partitions of a table before its first row comes; rows that have none would lie in the one at the beginning until they are old. */
async function partitionMaker(deps: MoveDeps, { database, rows }: NonNullable<MoveDeps['target']>) {
  const { clock, source, partitionedTables } = deps
  const specs = new Map(partitionedTables.map((spec) => [spec.table, spec]))
  const unknown = (await rows.partitioned()).find((table) => !specs.has(table))
  if (unknown !== undefined) throw new Error(`the table ${unknown} is partitioned, and the move does not know how`)
  return async ({ name }: PlannedTable): Promise<void> => {
    const spec = specs.get(name)
    const partitions = spec === undefined ? null : openTimePartitions(database, spec)
    if (spec === undefined || partitions === null) return
    await partitions.addAhead(clock.nowMs(), false)
    await partitions.addBehind(source.days(name, spec.column, spec.unitsPerS), clock.nowMs())
  }
}

/** Files that cannot go are found again by the comparison, which lists them. */
async function upload(deps: MoveDeps, connection: BucketConnection): Promise<void> {
  const { target } = deps
  await claimPlace({ ...deps, database: target?.database ?? null, connection })
  const into = target === null ? null : { rows: target.rows, uploads: createMediaUploadStore(target.database) }
  await copyMedia({ ...deps, connection, target: into, faults: new FileFaults() })
}

async function compareMedia(deps: MoveDeps, connection: BucketConnection): Promise<NonNullable<MoveResult['media']>> {
  const faults = new FileFaults()
  const { same, backOnDisk } = await verifyMedia({ ...deps, connection, target: deps.target?.rows ?? null, faults })
  return { same, backOnDisk, faults }
}
