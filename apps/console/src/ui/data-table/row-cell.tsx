import { memo } from 'react'
import type { DataColumn } from './columns.ts'

/** A table that scrolls draws only the cells of rows that came into sight. */
export const RowCell = memo(DrawnCell) as typeof DrawnCell

function DrawnCell<Row>(props: {
  readonly column: DataColumn<Row>
  readonly row: Row
  readonly index: number
  readonly isName: boolean
  readonly className: string | undefined
  /** The cell has its label beside the text, so that the text alone decides its direction. */
  readonly stacked: boolean
}) {
  const { column, row, index, className, stacked } = props
  const text = column.cell ? column.cell(row, index) : column.text(row)
  const inside = stacked && !column.cell && text !== '' ? <span dir="auto">{text}</span> : text
  // Text that is read from left to right is cut at its end in a page of the other direction too.
  const dir = column.cell || stacked ? undefined : 'auto'
  return props.isName ? (
    <th scope="row" className={className} dir={dir}>
      {inside}
    </th>
  ) : (
    <td className={className} dir={dir} data-label={column.plain ? undefined : column.label}>
      {inside}
    </td>
  )
}
