import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import './sorted-table.css'

/** A column of a table of rows that are all there. */
export interface TableColumn<Row> {
  readonly id: string
  readonly label: string
  /** What is shown, and what a search looks at. */
  readonly text: (row: Row) => string
  /** What the column is sorted by where that is not its text; left out with `text` too: not sorted. */
  readonly value?: (row: Row) => number | string
  /** Drawn in place of the text. */
  readonly cell?: (row: Row, index: number) => ReactNode
  readonly numeric?: boolean
  /** A column of buttons: neither sorted nor named by its label alone. */
  readonly plain?: true
  /** Stays in sight at the end of the row, whatever is scrolled to. */
  readonly pinned?: true
  /** In place of the label. */
  readonly head?: ReactNode
}

const rowHeightPx = 48
const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Rows of which any column has the words, in any case. */
export function matchingRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  words: string,
): readonly Row[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => columns.some((column) => column.text(row).toLocaleLowerCase().includes(wanted)))
}

/**
 * A table that is sorted by a click on a header and turned by the next one. Only the rows in sight exist, so that ten thousand
 * scroll like ten. The first column names the row.
 */
export function SortedTable<Row>(props: {
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The column that names a row, and that the table begins sorted by. */
  readonly nameColumn: string
}) {
  const { label, columns, rows, keyOf, nameColumn } = props
  const [sort, setSort] = useState({ id: nameColumn, descending: false })
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    overscan: 8,
  })
  const shown = list.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = list.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const clickHead = (id: string): void =>
    setSort((before) => ({ id, descending: before.id === id && !before.descending }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="sorted-box" ref={box} tabIndex={0} aria-label={label}>
      <table className="sorted-table" aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                sort={sort}
                isName={column.id === nameColumn}
                onClick={() => clickHead(column.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr className="sorted-gap" style={{ height: above }} /> : null}
          {shown.map(({ index }) => {
            const row = sorted[index] as Row
            return (
              <tr key={keyOf(row)} aria-rowindex={index + 2}>
                {columns.map((column) => {
                  const inside = column.cell ? column.cell(row, index) : column.text(row)
                  const className = column.numeric ? 'num numeric' : column.pinned && 'sorted-pinned'
                  return column.id === nameColumn ? (
                    <th key={column.id} scope="row" className="sorted-name">
                      {inside}
                    </th>
                  ) : (
                    <td key={column.id} className={className} dir={column.cell ? undefined : 'auto'}>
                      {inside}
                    </td>
                  )
                })}
              </tr>
            )
          })}
          {below > 0 ? <tr className="sorted-gap" style={{ height: below }} /> : null}
        </tbody>
      </table>
    </section>
  )
}

function Head<Row>(props: {
  readonly column: TableColumn<Row>
  readonly sort: { readonly id: string; readonly descending: boolean }
  readonly isName: boolean
  readonly onClick: () => void
}) {
  const { column, sort, isName } = props
  const className = isName ? 'sorted-name' : column.numeric ? 'numeric' : column.pinned && 'sorted-pinned'
  if (column.plain) {
    return (
      <th scope="col" className={className}>
        {column.head ?? column.label}
      </th>
    )
  }
  const isActive = sort.id === column.id
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isActive ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" data-active={isActive || undefined} onClick={props.onClick}>
        {column.label}
        <Icon name={isActive && sort.descending ? 'down' : 'up'} size={14} />
      </button>
    </th>
  )
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: { readonly id: string; readonly descending: boolean },
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort.id)
  if (column === undefined) return rows
  const { value = column.text } = column
  const compare = (one: Row, other: Row): number => {
    const [a, b] = [value(one), value(other)]
    return typeof a === 'number' && typeof b === 'number' ? a - b : natural.compare(String(a), String(b))
  }
  const sign = sort.descending ? -1 : 1
  return [...rows].sort((one, other) => sign * compare(one, other))
}
