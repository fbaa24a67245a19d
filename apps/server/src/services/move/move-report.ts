// Belongs here: the result of a move as text. Does not: making it (run-move.ts).

import { grouped } from './move-progress.ts'
import { sumText } from './moved-values.ts'
import type { MoveResult } from './run-move.ts'
import type { TableComparison } from './verify-rows.ts'

/** Whether all of it is on both sides, as it was. */
export function isComplete({ tables, media }: MoveResult): boolean {
  return tables.every((table) => table.isSame) && (media === null || media.faults.count === 0)
}

export function moveReport(result: MoveResult): string {
  const lines = result.tables.length === 0 ? [] : tableLines(result.tables)
  const { media } = result
  if (media !== null) lines.push(...mediaLines(media))
  return lines.join('\n')
}

function tableLines(tables: readonly TableComparison[]): string[] {
  const used = tables.filter(({ source, target }) => source.rows > 0 || target.rows > 0)
  const width = Math.max(5, ...used.map(({ table }) => table.length))
  const rows = used
    .toSorted((a, b) => a.table.localeCompare(b.table))
    .map(({ table, source, target, isSame }) =>
      [
        table.padEnd(width),
        grouped(source.rows).padStart(14),
        grouped(target.rows).padStart(14),
        sumText(source),
        isSame ? 'same' : `DIFFERENT: ${sumText(target)}`,
      ].join('  '),
    )
  const head = `${'table'.padEnd(width)}  ${'rows of source'.padStart(14)}  ${'of target'.padStart(14)}  checksum`
  const wrong = tables.filter((table) => !table.isSame)
  return [
    head,
    ...rows,
    `${tables.length - used.length} further tables are empty on both sides.`,
    ...(wrong.length === 0
      ? []
      : [
          `NOT THE SAME: ${wrong.map(({ table }) => table).join(', ')}. Something changed the source during the move, or the target since. Begin anew with an empty database.`,
        ]),
  ]
}

function mediaLines({ same, backOnDisk, faults }: NonNullable<MoveResult['media']>): string[] {
  const lines = [`${grouped(same)} recordings are in the bucket, of the same size and checksum as on disk.`]
  if (faults.count === 0) return lines
  lines.push(`${grouped(faults.count)} recordings are MISSING in the bucket:`)
  lines.push(...faults.named.map(({ path, reason }) => `  ${shown(path)}: ${shown(reason)}`))
  if (faults.count > faults.named.length) lines.push(`  and ${grouped(faults.count - faults.named.length)} more`)
  if (backOnDisk > 0) {
    lines.push(
      `The files of ${grouped(backOnDisk)} of them are on disk, and their rows name them there again. Run the same command again: it uploads them once more.`,
    )
  }
  return lines
}

/** A path must not move the cursor of a terminal. */
const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
