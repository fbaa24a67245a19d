import { useState } from 'react'
import { z } from 'zod'
import { askJson } from '../../platform/http/index.ts'
import { BulkBar, ServerTable, TablePage, useColumnChoice, useSelection, useServerRows } from '../data-table/index.ts'

const visitSchema = z.object({ id: z.string(), place: z.string(), minutes: z.number() })
type Visit = z.infer<typeof visitSchema>
const pageSchema = z.object({ rows: z.array(visitSchema), total: z.number() })

export function VisitsPage(props: { readonly onOpen: (visit: Visit) => void }) {
  const [words, setWords] = useState('')
  const selection = useSelection()
  const { columns, menu } = useColumnChoice<Visit>('visitColumns', [
    { id: 'place', label: 'Place', text: ({ place }) => place },
    { id: 'minutes', label: 'Minutes', numeric: true, optional: 'shown', text: ({ minutes }) => String(minutes) },
  ])
  const rows = useServerRows({
    queryKey: ['visits', words],
    fetchRows: async (request) => pageSchema.parse(await askJson('POST', '/visits', { ...request, words })),
    sort: { id: 'place', desc: false },
  })
  const table = {
    label: 'Visits',
    columns,
    keyOf: ({ id }: Visit) => id,
    nameColumn: 'place',
    emptyTitle: 'No visits yet',
  }
  return (
    <TablePage title="Visits" words={words} onWords={setWords} searchLabel="Search visits" head={menu}>
      <ServerTable {...table} rows={rows} isFiltered={words !== ''} selection={selection} onOpen={props.onOpen} />
      <BulkBar selection={selection}>
        <button type="button" className="btn btn-danger btn-sm">{`Delete ${selection.keys.size} visits`}</button>
      </BulkBar>
    </TablePage>
  )
}
