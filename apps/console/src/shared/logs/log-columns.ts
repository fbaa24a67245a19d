import { useMemo } from 'react'
import { useText } from '../../platform/texts/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'

/** A column of a log, which is sorted by the server alone. */
export type LogColumn<Row> = Omit<DataColumn<Row>, 'plain' | 'unsorted' | 'value'>

/** The columns of a log behind the number of the row. */
export function useLogColumns<Row>(columns: readonly LogColumn<Row>[]): readonly DataColumn<Row>[] {
  const t = useText()
  return useMemo(
    () => [
      { id: 'number', label: t('logs.number'), plain: true, numeric: true, text: () => '', cell: (_, at) => at + 1 },
      ...columns.map((column) => ({ ...column, unsorted: true as const })),
    ],
    [t, columns],
  )
}
