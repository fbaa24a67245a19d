import type { DataColumn } from './columns.ts'

export function RowCell<Row>(props: {
  readonly column: DataColumn<Row>
  readonly row: Row
  readonly index: number
  readonly isName: boolean
  readonly className: string | undefined
}) {
  const { column, row, index, className } = props
  const inside = column.cell ? column.cell(row, index) : column.text(row)
  // Text that is read from left to right is cut at its end in a page of the other direction too.
  const dir = column.cell ? undefined : 'auto'
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
