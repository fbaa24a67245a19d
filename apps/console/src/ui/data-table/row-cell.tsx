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
