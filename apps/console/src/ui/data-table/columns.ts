import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type Row as TableRow,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** By which column a table is sorted. */
export interface Sort {
  readonly id: string
  readonly desc: boolean
}

/** A column of a table. */
export interface DataColumn<Row> {
  readonly id: string
  readonly label: string
  /** What the cell shows, and what a search of loaded rows compares. */
  readonly text: (row: Row) => string
  /** What loaded rows are sorted by where that is not the text. */
  readonly value?: (row: Row) => number | string
  /** Replaces the text. */
  readonly cell?: (row: Row, index: number) => ReactNode
  readonly numeric?: boolean
  /** A column that is not sorted, such as one of buttons. */
  readonly plain?: true
  /** It has a label as other columns do, and the table is not sorted by it. */
  readonly unsorted?: true
  /** Stays visible at the end of the row while the table scrolls sideways. */
  readonly pinned?: true
  /** The user can switch the column on and off (`useColumnChoice`); this is how it starts. */
  readonly optional?: 'shown' | 'hidden'
  /** Below the column, in the row of totals; a table has that row as soon as one column has a total. */
  readonly total?: ReactNode
  /** Replaces the label in the head. */
  readonly head?: ReactNode
}

/** Tables of this kit sort; everything else is left out of the bundle. */
export const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
export type Features = typeof features

const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Rows of which any column has the words, in any case. */
export function matchingRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  words: string,
): readonly Row[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => columns.some((column) => column.text(row).toLocaleLowerCase().includes(wanted)))
}

/** The columns as TanStack Table takes them: texts naturally (`dev2` before `dev10`) and without case, numbers as numbers. */
export function columnDefs<Row extends object>(columns: readonly DataColumn<Row>[]): ColumnDef<Features, Row>[] {
  return columns.map((column) => {
    const { value = column.text } = column
    return {
      id: column.id,
      accessorFn: value,
      enableSorting: column.plain !== true && column.unsorted !== true,
      sortDescFirst: false,
      sortFn: (one: TableRow<Features, Row>, other: TableRow<Features, Row>) =>
        compare(value(one.original), value(other.original)),
    }
  })
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return natural.compare(String(one), String(other))
}
