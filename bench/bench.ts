/** One row of the bench table: a figure beside its bar, and beside a peer measured in the same run where there is one. */
export interface BenchRow {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The bar as the issue words it, for example `≥ 300 000/s`. */
  readonly bar: string
  readonly holds: boolean
  /** What it was compared with in the same run, and the ratio. */
  readonly peer?: { readonly what: string; readonly value: number; readonly ratio: number }
  readonly note?: string
}

/** A bench measures one area; `report` may be called as rows become known. Throws when it could not measure. */
export interface Bench {
  readonly name: string
  run(report: (row: BenchRow) => void): Promise<void>
}
