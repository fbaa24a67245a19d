/** A table that PostgreSQL stores in partitions, one after the other by time. */
export interface PartitionedTable {
  readonly table: string
  /** The column of the time, which is a part of the primary key. */
  readonly column: string
  /** How many of its units a second has. */
  readonly unitsPerS: 1 | 1_000
  readonly width: PartitionWidth
  /** How many partitions are there before their time begins. */
  readonly ahead: number
  /** Storage parameters of a new partition. */
  readonly storage: Readonly<Record<string, number>>
}

export type PartitionWidth = 'day' | 'month'

/** `[from, to)` in units of the column. The first reaches back without an end, the last one ahead. */
export interface Partition {
  readonly name: string
  readonly from: number
  readonly to: number
}
