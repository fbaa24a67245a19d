// Belongs here: how a value of SQLite becomes one of PostgreSQL, and how rows are summed up to compare them. Does not: SQL.
import { hash } from 'node:crypto'
import type { SourceValue } from '../../platform/database/index.ts'

export type ColumnKind = 'integer' | 'text' | 'bytes'

/** Integers as decimal text: they may be beyond what a number can hold. */
export type MovedValue = string | Buffer | null

/** PostgreSQL stores no NUL in a text: this sign, which shows one, takes its place. */
export const NUL_SIGN = '\u2400'

/** SQLite stores any value in any column; this one has no place in its column on PostgreSQL. */
export class UnfitValue extends Error {}

/** Throws `UnfitValue`. */
export function movedValue(value: SourceValue, kind: ColumnKind): MovedValue {
  if (value === null) return null
  if (kind === 'text') return textOf(value)
  if (kind === 'bytes') {
    if (value instanceof Uint8Array) return Buffer.from(value)
    throw new UnfitValue(`${shown(value)} is stored where bytes belong`)
  }
  if (typeof value === 'bigint') return String(value)
  // A whole number that was stored as a fraction.
  if (typeof value === 'number' && Number.isInteger(value)) return String(BigInt(value))
  throw new UnfitValue(`${shown(value)} is stored where a whole number belongs`)
}

function textOf(value: Exclude<SourceValue, null>): string {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', NUL_SIGN) : value
  throw new UnfitValue(`${shown(value)} is stored where text belongs`)
}

function shown(value: Exclude<SourceValue, null>): string {
  return value instanceof Uint8Array ? `${value.length} bytes` : JSON.stringify(String(value).slice(0, 40))
}

/** A row as one text; no two rows have the same. The target writes the same in SQL. */
export function rowText(values: readonly MovedValue[]): string {
  let text = ''
  for (const value of values) {
    if (value === null) {
      text += '-'
      continue
    }
    const cell = typeof value === 'string' ? value : value.toString('hex')
    text += `${Buffer.byteLength(cell)}:${cell}`
  }
  return text
}

/** What two sides have in common if they have the same rows, in any order. */
export interface RowSum {
  readonly rows: number
  /** Sum of the first 64 bits of the SHA-256 of each row, as signed numbers. */
  readonly sum: bigint
}

export const NO_ROWS: RowSum = { rows: 0, sum: 0n }

export function withRow({ rows, sum }: RowSum, values: readonly MovedValue[]): RowSum {
  return { rows: rows + 1, sum: sum + hash('sha256', rowText(values), 'buffer').readBigInt64BE(0) }
}

/** For people: as many hex digits as tell two of them apart. */
export function sumText({ sum }: RowSum): string {
  return BigInt.asUintN(64, sum).toString(16).padStart(16, '0')
}
