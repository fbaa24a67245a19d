import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import styles from './matrix-table.module.css'
import { useCellKeys } from './use-cell-keys.ts'

const rowPx = 44

/** A head of a row or a column. */
export interface MatrixHead {
  readonly id: string
  /** What the head is called; `head` draws it where that is more than its name. */
  readonly label: string
  readonly head?: ReactNode
}

/**
 * A table of two lists: what belongs to a row and a column stands where they cross. Heads stay visible; only the cells in sight exist, in
 * both directions. One cell is the tab stop: the arrow keys, Home and End (with Ctrl: of the whole table), page up and page down
 * move it, Enter and Space press the control inside.
 */
export function MatrixTable<Row extends MatrixHead, Column extends MatrixHead>(props: {
  readonly label: string
  /** Above the heads of the rows. */
  readonly corner: ReactNode
  readonly rows: readonly Row[]
  readonly columns: readonly Column[]
  readonly cell: (row: Row, column: Column) => ReactNode
  readonly headPx?: number
  readonly columnPx?: number
}) {
  const { label, corner, rows, columns, cell, headPx = 280, columnPx = 144 } = props
  const box = useRef<HTMLDivElement>(null)
  const activeCell = useRef({ row: 0, column: 0 })
  const rowList = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollPaddingEnd: rowPx,
    rangeExtractor: (range) => withIndex(range, activeCell.current.row),
  })
  const columnList = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: () => columnPx,
    overscan: 3,
    scrollPaddingEnd: headPx,
    isRtl: document.documentElement.dir === 'rtl',
    rangeExtractor: (range) => withIndex(range, activeCell.current.column),
  })
  const keys = useCellKeys({
    box,
    rowCount: rows.length,
    columnCount: columns.length,
    pageRows: Math.max(1, Math.floor((rowList.scrollRect?.height ?? 0) / rowPx) - 2),
    scrollTo: (row, column) => {
      rowList.scrollToIndex(row)
      columnList.scrollToIndex(column)
    },
  })
  activeCell.current = keys.active
  const shownColumns = columnList.getVirtualItems()
  const widthPx = headPx + columnList.getTotalSize()
  const cellsOf = (draw: (column: Column, item: VirtualItem) => ReactNode): ReactNode[] => {
    const drawn: ReactNode[] = []
    let end = 0
    for (const item of shownColumns) {
      const column = columns[item.index]
      if (column === undefined) continue
      if (item.start > end) drawn.push(<Space key={`before ${column.id}`} widthPx={item.start - end} />)
      drawn.push(draw(column, item))
      end = item.end
    }
    return drawn
  }
  return (
    <div className={styles.box} ref={box}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid
        role="grid"
        className={styles.grid}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        style={{ width: widthPx, height: rowList.getTotalSize() + rowPx }}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <thead className={styles.top}>
          <tr aria-rowindex={1} className={styles.heads} style={{ height: rowPx }}>
            <th scope="col" aria-colindex={1} className={styles.corner} style={{ width: headPx }}>
              {corner}
            </th>
            {cellsOf((column, item) => (
              <th
                key={column.id}
                scope="col"
                aria-colindex={item.index + 2}
                className={styles.head}
                style={{ width: columnPx }}
                title={column.label}
              >
                {column.head ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {rowList.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row === undefined ? null : (
              <tr
                key={row.id}
                aria-rowindex={index + 2}
                className={styles.row}
                style={{ height: rowPx, transform: `translateY(${start}px)` }}
              >
                <th scope="row" aria-colindex={1} className={styles.name} style={{ width: headPx }} title={row.label}>
                  {row.head ?? row.label}
                </th>
                {cellsOf((column, item) => (
                  <td
                    key={column.id}
                    aria-colindex={item.index + 2}
                    className={styles.cell}
                    style={{ width: columnPx }}
                    data-row={index}
                    data-column={item.index}
                    tabIndex={index === keys.active.row && item.index === keys.active.column ? 0 : -1}
                  >
                    {cell(row, column)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The indexes to draw, in order, with the one that has the tab stop. */
function withIndex(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (active >= range.count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}

/** As wide as the cells that are not drawn. */
function Space({ widthPx }: { readonly widthPx: number }) {
  return <td className={styles.space} style={{ width: widthPx }} aria-hidden />
}
