import { csvCell } from '@fleetglass/contract/tracks'
import { saveFile } from '../../platform/files/index.ts'

/** A spreadsheet takes the file for UTF-8 by this mark. */
const byteOrderMark = '\uFEFF'

/** One column of a file: its head, and the cell of a row. */
export interface FileColumn<Row> {
  readonly label: string
  readonly value: (row: Row) => string | number
  /** Numbers stand at the end of their column in a PDF file. */
  readonly numeric?: boolean
}

/** The rows as CSV; cells that a spreadsheet would run begin with an apostrophe. */
export function saveCsv<Row>(name: string, columns: readonly FileColumn<Row>[], rows: readonly Row[]): void {
  const line = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join()}\r\n`
  const head = line(columns.map(({ label }) => label))
  const lines = rows.map((row) => line(columns.map(({ value }) => value(row))))
  saveFile(new Blob([byteOrderMark, head, ...lines], { type: 'text/csv' }), `${name}.csv`)
}

export function saveJson(name: string, value: unknown): void {
  saveFile(new Blob([JSON.stringify(value)], { type: 'application/json' }), `${name}.json`)
}
