import { useText } from '../../platform/texts/index.ts'
import { Loading } from '../page-state.tsx'
import styles from './data-table.module.css'
import { RowGrid, type TableOptions } from './row-grid.tsx'
import { type Selection, useSelectableRows } from './selection.tsx'
import { ListFailed, NoRows } from './table-page.tsx'
import type { ServerRows } from './use-server-rows.ts'

/** A table of rows that the server sorts and sends a page at a time, with what stands in its place while there are none. */
export function ServerTable<Row>(
  props: Omit<TableOptions<Row>, 'selection'> & {
    readonly rows: ServerRows<Row>
    readonly selection?: Selection
    /** Whether a filter is set: then "nothing matches" is shown in place of "nothing yet". */
    readonly isFiltered: boolean
    readonly emptyTitle: string
  },
) {
  const t = useText()
  const { rows, isFiltered, emptyTitle, selection, ...options } = props
  // Rows that are not loaded cannot be selected, so there is no "select all".
  const selectable = useSelectableRows(selection, null)
  if (rows.state === 'loading') return <Loading label={t('page.loading')} />
  if (rows.state === 'failed') return <ListFailed reason={rows.reason ?? ''} onAgain={rows.retry} />
  if (rows.total === 0) return <NoRows isEmpty={!isFiltered} emptyTitle={emptyTitle} />
  return (
    <>
      <RowGrid
        {...options}
        {...(selectable === undefined ? {} : { selection: selectable })}
        count={rows.total}
        rowAt={rows.rowAt}
        sort={rows.sort}
        onSort={rows.setSort}
        onRange={rows.onRange}
        scrollKey={rows.scrollKey}
        isBusy={rows.isBusy}
      />
      {rows.reason === null ? null : (
        <p className={styles.part} role="alert">
          {t('table.partFailed')} <code>{rows.reason}</code>
          <button type="button" className="btn btn-quiet btn-sm" onClick={rows.retry}>
            {t('action.retry')}
          </button>
        </p>
      )}
    </>
  )
}
