import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import type { DataColumn, Sort } from './columns.ts'
import styles from './data-table.module.css'
import { RowCell } from './row-cell.tsx'
import { type SelectableRows, SelectionCell, SelectionHead } from './selection.tsx'
import { SortHead } from './sort-head.tsx'
import { useDrawnKeys } from './use-drawn-keys.ts'
import { useRowKeys } from './use-row-keys.ts'

const rowPx = { roomy: 48, dense: 32 } as const
/** A card of four fields. */
const cardPx = 200
/** The head covers the first rows while the table scrolls; the stylesheet has the same height. */
const headPx = 44

/** What every table of the kit is given. */
export interface TableOptions<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly keyOf: (row: Row, index: number) => string
  /** The column that names a row. It stays visible while the table scrolls sideways. */
  readonly nameColumn?: string
  readonly density?: keyof typeof rowPx
  /** Opens a row: by Enter, and by a click beside its controls. Left out: Enter moves the focus into the row's first control. */
  readonly onOpen?: (row: Row) => void
  /** Adds a column of checkboxes. */
  readonly selection?: SelectableRows
  /** Shows each row as a card with its fields below each other, for screens on which a row would not fit. */
  readonly stacked?: boolean
}

/** Where the rows come from, and who sorts them. */
interface RowSource<Row> {
  readonly count: number
  /** Undefined while the row is being loaded. */
  readonly rowAt: (index: number) => Row | undefined
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
  readonly onRange?: (first: number, last: number) => void
  /** Another value means other rows: the table scrolls back to the first. */
  readonly scrollKey?: string
  readonly isBusy?: boolean
}

/**
 * The grid that all tables of the kit share. Only rows in sight exist, so ten thousand scroll like ten. One row at a time is a tab stop;
 * up, down, page up, page down, Home and End move it, Enter opens it, Space selects it, Escape leaves a control inside it.
 */
export function RowGrid<Row>(props: TableOptions<Row> & RowSource<Row>) {
  const { label, columns, keyOf, nameColumn, density = 'roomy', onOpen, selection, count, rowAt, sort, onRange } = props
  const { stacked = false } = props
  const rowHeightPx = stacked ? cardPx : rowPx[density]
  const latest = useRef({ rowAt, keyOf })
  latest.current = { rowAt, keyOf }
  // What was measured belongs to the row, wherever it stands after sorting. A new function has every row measured again.
  const order = `${count} ${sort?.id} ${sort?.desc}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order of the rows is another function
  const getItemKey = useCallback(
    (index: number): string | number => {
      const row = latest.current.rowAt(index)
      return row === undefined ? index : latest.current.keyOf(row, index)
    },
    [order],
  )
  const box = useRef<HTMLDivElement>(null)
  const activeRow = useRef(0)
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    // Cards are as high as their texts, and measured when they are drawn.
    estimateSize: () => rowHeightPx,
    indexAttribute: 'data-row',
    ...(stacked && { getItemKey }),
    overscan: 8,
    scrollPaddingEnd: headPx,
    // The tab stop stays in the page when it is scrolled out of sight, or Tab would pass the table by.
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), Math.min(activeRow.current, range.count - 1)),
  })
  const keys = useRowKeys({
    box,
    count,
    pageRows: Math.max(1, Math.floor((list.scrollRect?.height ?? 0) / rowHeightPx) - 2),
    scrollTo: (index) => list.scrollToIndex(index),
    isLoaded: (index) => rowAt(index) !== undefined,
    onEnter: (index) => {
      const row = rowAt(index)
      if (row === undefined || onOpen === undefined) return false
      onOpen(row)
      return true
    },
    onSpace: (index) => {
      const row = rowAt(index)
      if (row !== undefined) selection?.toggle(keyOf(row, index))
    },
  })
  activeRow.current = keys.active
  const { startIndex = 0, endIndex = -1 } = list.range ?? {}
  useEffect(() => {
    if (endIndex >= startIndex) onRange?.(startIndex, endIndex)
  }, [onRange, startIndex, endIndex])
  const { scrollKey } = props
  const scrolledFor = useRef(scrollKey)
  useEffect(() => {
    if (scrolledFor.current === scrollKey) return
    scrolledFor.current = scrollKey
    box.current?.scrollTo({ top: 0 })
  }, [scrollKey])
  const items = list.getVirtualItems()
  const drawnKeys = useDrawnKeys(
    items.map(({ index }) => {
      const row = rowAt(index)
      return { index, rowKey: row === undefined ? undefined : keyOf(row, index) }
    }),
  )
  const columnCount = columns.length + (selection ? 1 : 0)
  // A gap is the same element whichever row follows it, so that the table keeps its height while rows are exchanged. At most one is
  // between rows: beside the one that has the tab stop.
  const gaps = (place: 'above' | 'between' | 'below', heightPx: number) =>
    heightPx > 0 ? [<Gap key={`gap ${place}`} heightPx={heightPx} />] : []
  return (
    <div className={styles.box} ref={box}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take the focus is a grid
        role="grid"
        className={styles.table}
        data-density={density}
        data-stacked={stacked || undefined}
        data-opens={onOpen !== undefined || undefined}
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columnCount}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={props.isBusy}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection ? <SelectionHead selection={selection} /> : null}
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                column={column}
                className={classOf(column, nameColumn)}
                sort={sort}
                onSort={props.onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.flatMap((item, place) => {
            const row = rowAt(item.index)
            const key = row === undefined ? undefined : keyOf(row, item.index)
            const isSelected = key !== undefined && selection?.keys.has(key)
            return [
              ...gaps(place === 0 ? 'above' : 'between', item.start - endOf(items[place - 1])),
              <tr
                key={drawnKeys[place]}
                ref={stacked ? list.measureElement : undefined}
                data-row={item.index}
                tabIndex={item.index === keys.active ? 0 : -1}
                aria-rowindex={item.index + 2}
                aria-selected={selection ? isSelected : undefined}
                onClick={({ target }) => {
                  if (row !== undefined && !isControl(target)) onOpen?.(row)
                }}
              >
                {row === undefined || key === undefined ? (
                  <td colSpan={columnCount}>
                    <span className={`skeleton ${styles.waiting}`} />
                  </td>
                ) : (
                  <>
                    {selection ? (
                      <SelectionCell
                        selection={selection}
                        rowKey={key}
                        name={columns.find(({ id }) => id === nameColumn)?.text(row) ?? key}
                      />
                    ) : null}
                    {columns.map((column) => (
                      <RowCell
                        key={column.id}
                        column={column}
                        row={row}
                        index={item.index}
                        isName={column.id === nameColumn}
                        stacked={stacked}
                        className={classOf(column, nameColumn)}
                      />
                    ))}
                  </>
                )}
              </tr>,
            ]
          })}
          {gaps('below', list.getTotalSize() - endOf(items.at(-1)))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) ? (
          <tfoot>
            <tr>
              {selection ? <td /> : null}
              {columns.map((column, at) => (
                <td
                  key={column.id}
                  className={classOf(column, nameColumn)}
                  // The first column has the word for them.
                  data-label={column.plain || at === 0 ? undefined : column.label}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

function ColumnHead<Row>(props: {
  readonly column: DataColumn<Row>
  readonly className: string | undefined
  readonly sort: Sort | null
  readonly onSort: (sort: Sort) => void
}) {
  const { column, className, sort, onSort } = props
  if (column.plain || column.unsorted) {
    return (
      <th scope="col" className={className}>
        {column.head ?? column.label}
      </th>
    )
  }
  const order = sort?.id !== column.id ? undefined : sort.desc ? 'descending' : 'ascending'
  return (
    <SortHead className={className} order={order} onSort={() => onSort({ id: column.id, desc: order === 'ascending' })}>
      {column.label}
    </SortHead>
  )
}

function classOf<Row>(column: DataColumn<Row>, nameColumn: string | undefined): string | undefined {
  if (column.id === nameColumn) return styles.name
  const pinned = column.pinned ? styles.pinned : undefined
  return column.numeric ? ['num', styles.numeric, pinned].filter(Boolean).join(' ') : pinned
}

/** The indexes of the rows to draw, in order, with the row that has the tab stop. */
function withIndex(indexes: number[], active: number): number[] {
  if (active < 0 || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}

function endOf(item: VirtualItem | undefined): number {
  return item?.end ?? 0
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null
}

/** As high as the rows that are not drawn. */
function Gap({ heightPx }: { readonly heightPx: number }) {
  return <tr className={styles.gap} style={{ height: heightPx }} aria-hidden />
}
