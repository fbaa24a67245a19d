import type { TextKey } from '@fleetglass/texts'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { NoDevices } from '../../../shared/device-list/index.ts'
import { SortHead } from '../../../ui/data-table/index.ts'
import { columns } from '../devices.columns.ts'
import { devicesPerPage } from '../devices.paging.ts'
import type { Sort, SortKey } from '../devices.sort.ts'
import { DeviceRow, type RowProps } from './device-row.tsx'

/** DASH-05: always as high as a full page, so that nothing below it moves. */
export function DeviceTable(props: {
  readonly ids: readonly string[]
  readonly sort: Sort
  readonly onSort: (key: SortKey) => void
  /** The device that was added a moment ago. */
  readonly addedId: string | null
  readonly row: RowProps
}) {
  const t = useText()
  const loaded = useFleetState((state) => state.loaded)
  const { ids, sort, onSort, row } = props
  const { actions, editors, mayRemove } = row
  const columnCount =
    2 +
    row.columns.length +
    row.memoColumns.length +
    (editors.length > 0 ? 1 : 0) +
    (actions.length > 0 ? 1 : 0) +
    (mayRemove ? 1 : 0)
  return (
    <div className="table-scroll">
      <table className="device-table" aria-busy={!loaded}>
        <caption className="visually-hidden">{t('dashboard.table')}</caption>
        <thead>
          <tr>
            <SortHeader labelKey="column.device" sortKey="device" sort={sort} onSort={onSort} />
            {row.columns.map((id) => {
              const { labelKey, sortKey, numeric } = columns[id]
              return sortKey ? (
                <SortHeader key={id} labelKey={labelKey} sortKey={sortKey} sort={sort} onSort={onSort} />
              ) : (
                <th key={id} scope="col" className={numeric ? 'numeric' : undefined}>
                  {t(labelKey)}
                </th>
              )
            })}
            {row.memoColumns.map(({ id, labelKey }) => (
              <th key={id} scope="col">
                {t(labelKey)}
              </th>
            ))}
            <SortHeader labelKey="column.updated" sortKey="updated" sort={sort} onSort={onSort} />
            {editors.length > 0 ? <th scope="col">{t('editor.edit')}</th> : null}
            {actions.length > 0 ? <th scope="col">{t('action.column')}</th> : null}
            {mayRemove ? <th scope="col">{t('dashboard.del')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {loaded ? null : <WaitingRows columnCount={columnCount} />}
          {ids.map((id) => (
            <DeviceRow key={id} deviceId={id} added={id === props.addedId} {...row} />
          ))}
        </tbody>
      </table>
      {loaded && ids.length === 0 ? <NoDevices /> : null}
    </div>
  )
}

function SortHeader(props: {
  readonly labelKey: TextKey
  readonly sortKey: SortKey
  readonly sort: Sort
  readonly onSort: (key: SortKey) => void
}) {
  const t = useText()
  const { sort, sortKey } = props
  const order = sort.descending ? 'descending' : 'ascending'
  return (
    <SortHead order={sort.key === sortKey ? order : undefined} onSort={() => props.onSort(sortKey)}>
      {t(props.labelKey)}
    </SortHead>
  )
}

function WaitingRows({ columnCount }: { readonly columnCount: number }) {
  return Array.from({ length: devicesPerPage }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place.
    <tr key={row}>
      <td colSpan={columnCount}>
        <span className="skeleton waiting-row" />
      </td>
    </tr>
  ))
}
