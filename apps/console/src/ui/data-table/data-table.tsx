import { type SortingState, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { columnDefs, features } from './columns.ts'
import { RowGrid, type TableOptions } from './row-grid.tsx'
import { type Selection, useSelectableRows } from './selection.tsx'

/** A table of rows that are all loaded. It sorts them itself. */
export function DataTable<Row extends object>(
  props: Omit<TableOptions<Row>, 'selection'> & {
    readonly rows: readonly Row[]
    /** The table begins sorted by `nameColumn`; without one the rows stay in their order at first. */
    readonly selection?: Selection
  },
) {
  const { columns, rows, keyOf, nameColumn } = props
  const [sorting, setSorting] = useState<SortingState>(() =>
    nameColumn === undefined ? [] : [{ id: nameColumn, desc: false }],
  )
  const table = useTable({
    features,
    columns: useMemo(() => columnDefs(columns), [columns]),
    data: rows,
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: setSorting,
  })
  const sorted = table.getSortedRowModel().rows
  const shownKeys = useMemo(() => sorted.map(({ id }) => id), [sorted])
  const selection = useSelectableRows(props.selection, shownKeys)
  const [sort = null] = sorting
  const { selection: _, rows: _rows, ...options } = props
  return (
    <RowGrid
      {...options}
      {...(selection === undefined ? {} : { selection })}
      keyOf={(_row, index) => sorted[index]?.id ?? ''}
      count={sorted.length}
      rowAt={(index) => sorted[index]?.original}
      sort={sort}
      onSort={(next) => setSorting([next])}
    />
  )
}
