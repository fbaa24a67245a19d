import { type SortingState, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { columnDefs, type DataColumn, features } from './columns.ts'
import styles from './data-table.module.css'
import { SortHead } from './sort-head.tsx'

const rowPx = { roomy: 48, dense: 32 } as const

/**
 * A table of any number of rows: sorted by a click on a head, its heads in sight while it scrolls, and only the rows in sight
 * exist, so that ten thousand scroll like ten. The box scrolls by keys.
 */
export function DataTable<Row extends object>(props: {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string
  /** The column that names a row, and that the table begins sorted by; left out: the rows stay in their order at first. */
  readonly nameColumn?: string
  readonly density?: keyof typeof rowPx
}) {
  const { label, columns, rows, keyOf, nameColumn, density = 'roomy' } = props
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
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx[density],
    overscan: 8,
  })
  const shown = list.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = list.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const orderOf = (id: string) => {
    const sort = sorting.find((one) => one.id === id)
    return sort && (sort.desc ? ('descending' as const) : ('ascending' as const))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.box} ref={box} tabIndex={0} aria-label={label}>
      <table className={styles.table} data-density={density} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                className={classOf(column, nameColumn)}
                order={orderOf(column.id)}
                onSort={() => setSorting([{ id: column.id, desc: orderOf(column.id) === 'ascending' }])}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap heightPx={above} />
          {shown.map(({ index }) => {
            const row = sorted[index]
            return row === undefined ? null : (
              <tr key={row.id} aria-rowindex={index + 2}>
                {columns.map((column) => (
                  <Cell
                    key={column.id}
                    column={column}
                    row={row.original}
                    index={index}
                    isName={column.id === nameColumn}
                    className={classOf(column, nameColumn)}
                  />
                ))}
              </tr>
            )
          })}
          <Gap heightPx={below} />
        </tbody>
      </table>
    </section>
  )
}

function Head<Row>(props: {
  readonly column: DataColumn<Row>
  readonly className: string | undefined
  readonly order: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}) {
  const { column, className, order, onSort } = props
  return column.plain ? (
    <th scope="col" className={className}>
      {column.head ?? column.label}
    </th>
  ) : (
    <SortHead className={className} order={order} onSort={onSort}>
      {column.label}
    </SortHead>
  )
}

function Cell<Row>(props: {
  readonly column: DataColumn<Row>
  readonly row: Row
  readonly index: number
  readonly isName: boolean
  readonly className: string | undefined
}) {
  const { column, row, index, className } = props
  const inside = column.cell ? column.cell(row, index) : column.text(row)
  return props.isName ? (
    <th scope="row" className={className}>
      {inside}
    </th>
  ) : (
    <td className={className} dir={column.cell ? undefined : 'auto'}>
      {inside}
    </td>
  )
}

function classOf<Row>(column: DataColumn<Row>, nameColumn: string | undefined): string | undefined {
  if (column.id === nameColumn) return styles.name
  if (column.numeric) return `num ${styles.numeric}`
  return column.pinned ? styles.pinned : undefined
}

/** In place of the rows out of sight. */
function Gap({ heightPx }: { readonly heightPx: number }) {
  return heightPx > 0 ? <tr className={styles.gap} style={{ height: heightPx }} /> : null
}
