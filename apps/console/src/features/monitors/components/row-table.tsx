import { useMemo, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { type DataColumn, DataTable, matchingRows } from '../../../ui/data-table/index.ts'
import { PageState } from '../../../ui/index.ts'
import type { MonitorColumn } from '../monitor-lists.ts'
import { DeviceModeChoice, useDeviceFilter } from './device-filter.tsx'

/** Rows with the device filter of the console, and a text filter over all they show and what is known of their device. */
export function RowTable(props: {
  readonly columns: readonly MonitorColumn[]
  readonly rows: readonly object[]
  readonly total: number
}) {
  const { rows, total } = props
  const t = useText()
  const [filter, setFilter] = useState('')
  const fits = useDeviceFilter(filter)
  const columns = useMonitorColumns(props.columns, rows)
  const shown = useMemo(() => {
    const ofDevices = rows.filter(fits.mode)
    const byText = new Set(matchingRows(ofDevices, columns, filter))
    return ofDevices.filter((row) => byText.has(row) || fits.text(row))
  }, [rows, columns, filter, fits])
  return (
    <>
      <div className="monitor-bar">
        <DeviceModeChoice />
        <input
          type="search"
          className="form-control form-control-sm"
          placeholder={t('monitor.filter')}
          aria-label={t('monitor.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="muted num" role="status">
          {t('monitor.rows', { shown: shown.length, total })}
        </span>
      </div>
      {shown.length === 0 ? (
        <PageState icon="search" title={t(rows.length === 0 ? 'monitor.none' : 'monitor.noneFits')} />
      ) : (
        <div className="monitor-rows panel">
          <DataTable
            label={t('monitor.table')}
            columns={columns}
            rows={shown}
            keyOf={(_, index) => String(index)}
            density="dense"
          />
        </div>
      )}
    </>
  )
}

/** Times are relative to the moment the rows came. */
export function useMonitorColumns(
  columns: readonly MonitorColumn[],
  rows: readonly object[],
): readonly DataColumn<object>[] {
  const t = useText()
  const clock = useClock()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came later are shown as of then
  return useMemo(() => {
    const nowS = Math.floor(clock.nowMs() / 1000)
    return columns.map(({ name, text }) => ({
      id: name,
      label: name,
      text: (row) => {
        const cell = text(row as never, nowS)
        return typeof cell === 'string' ? cell : t(cell.key)
      },
    }))
  }, [columns, rows, clock, t])
}
