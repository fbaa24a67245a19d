import type { NetflowDay } from '@fleetglass/contract/netflow'
import { useMemo, useState } from 'react'
import { useFleet, useFleetState, useLabelOf } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { saveCsv, saveJson, usePdfFile } from '../../shared/table-files/index.ts'
import { type DataColumn, DataTable, NoRows, useSelection } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'
import { daysOf, type Month, monthName } from './months.ts'
import styles from './netflow.module.css'
import { FLOWS, type Flow, flowSize, flowText, type NetflowRow, netflowRows } from './netflow-rows.ts'

/** NETF-04 to NETF-07: the days of each device, and files of the ticked ones. */
export function NetflowTable({ days, month }: { readonly days: readonly NetflowDay[]; readonly month: Month }) {
  const t = useText()
  const [flows, setFlows] = useState<readonly Flow[]>(FLOWS)
  const fleet = useFleet()
  const labelOf = useLabelOf()
  const isLoaded = useFleetState(({ loaded }) => loaded)
  const rows = useMemo(() => {
    const devices = isLoaded ? [...fleet.state.getState().devices.values()] : []
    // Nothing is counted of a device that nobody has added.
    const known = devices.filter(({ registered }) => registered).map(({ deviceId }) => deviceId)
    return netflowRows(known, days, month)
  }, [days, month, fleet, isLoaded])
  const selection = useSelection(rows.map(({ deviceId }) => deviceId))
  const isPhone = useIsMobile()
  const columns = useMemo(() => netflowColumns(t, month, flows, labelOf, isPhone), [t, month, flows, labelOf, isPhone])
  if (rows.length === 0) return <NoRows isEmpty />
  const ticked = rows.filter(({ deviceId }) => selection.keys.has(deviceId))
  return (
    <>
      <div className={styles.tools}>
        {FLOWS.map((flow) => (
          <label key={flow} className="form-check">
            <input
              type="checkbox"
              className="form-check-input"
              checked={flows.includes(flow)}
              onChange={({ target }) =>
                setFlows(FLOWS.filter((one) => (one === flow ? target.checked : flows.includes(one))))
              }
            />
            <span className="form-check-label">{t(`netflow.${flow}`)}</span>
          </label>
        ))}
        <Files rows={ticked} days={days} month={month} flows={flows} />
      </div>
      <p className={`muted ${styles.hint}`}>{t('netflow.hint')}</p>
      <DataTable
        label={t('netflow.table')}
        columns={columns}
        rows={rows}
        keyOf={({ deviceId }) => deviceId}
        nameColumn="device"
        selection={selection}
      />
    </>
  )
}

/** NETF-07, NETF-15: bytes of the ticked devices, or what the server answered. */
function Files(props: {
  readonly rows: readonly NetflowRow[]
  readonly days: readonly NetflowDay[]
  readonly month: Month
  readonly flows: readonly Flow[]
}) {
  const t = useText()
  const { rows, days, month, flows } = props
  const pdf = usePdfFile()
  const name = `netflow_${monthName(month)}`
  const lines = () =>
    rows.flatMap(({ deviceId, bytes }) => flows.map((flow) => ({ deviceId, flow, bytes: bytes[flow] })))
  const csv = () =>
    saveCsv(
      name,
      [
        { label: t('netflow.device'), value: ({ deviceId }) => deviceId },
        { label: t('netflow.flow'), value: ({ flow }) => t(`netflow.${flow}`) },
        ...dayLabels(t, month).map((label, at) => ({
          label,
          value: (line: ReturnType<typeof lines>[number]) => line.bytes[at] ?? 0,
        })),
      ],
      lines(),
    )
  const json = () =>
    saveJson(
      name,
      lines().map(({ deviceId, flow, bytes }) => ({
        deviceid: deviceId,
        flow,
        days: bytes.slice(0, -1),
        total: bytes.at(-1),
      })),
    )
  const openPdf = () =>
    pdf.open({
      type: 'netflow',
      subtitle: monthName(month),
      columns: [
        { label: t('netflow.device'), value: ({ deviceId }) => deviceId },
        { label: t('netflow.flow'), value: ({ flow }) => t(`netflow.${flow}`) },
        ...dayLabels(t, month).map((label, at) => ({
          label,
          numeric: true,
          value: (line: ReturnType<typeof lines>[number]) => flowText(line.bytes[at] ?? 0),
        })),
      ],
      rows: lines(),
    })
  const hasLines = rows.length > 0 && flows.length > 0
  const files = [
    ['CSV', csv, hasLines],
    ['JSON', json, hasLines],
    ['PDF', openPdf, hasLines && !pdf.isPending],
    [t('netflow.rawJson'), () => saveJson(`${name}_raw`, days), true],
  ] as const
  return (
    <div className={styles.files}>
      {files.map(([label, save, isOn]) => (
        <button key={label} type="button" className="btn btn-quiet btn-sm" disabled={!isOn} onClick={save}>
          <Icon name="download" size={16} /> {label}
        </button>
      ))}
    </div>
  )
}

/** NETF-05. */
function dayLabels(t: Translate, month: Month): readonly string[] {
  const days = Array.from({ length: daysOf(month) }, (_, at) => t('netflow.day', { day: at + 1 }))
  return [...days, t('netflow.sum')]
}

function netflowColumns(
  t: Translate,
  month: Month,
  flows: readonly Flow[],
  labelOf: (deviceId: string) => string,
  isPhone: boolean,
): readonly DataColumn<NetflowRow>[] {
  const sortedBy = flows.at(-1) ?? 'total'
  return [
    { id: 'device', label: t('netflow.device'), text: ({ deviceId }) => labelOf(deviceId) },
    ...dayLabels(t, month).map(
      (label, at): DataColumn<NetflowRow> => ({
        id: String(at),
        label,
        numeric: true,
        // The days of a month are wider than a screen; the total stays in sight beside those that are.
        ...(!isPhone && at === daysOf(month) && { pinned: true as const }),
        text: ({ bytes }) => flowText(bytes[sortedBy][at] ?? 0),
        value: ({ bytes }) => bytes[sortedBy][at] ?? 0,
        cell: ({ bytes }) => (
          <span className={styles.cell}>
            {flows.map((flow) => {
              const moved = bytes[flow][at] ?? 0
              return (
                <span key={flow} title={t(`netflow.${flow}`)} data-size={flowSize(moved)}>
                  {flowText(moved)}
                </span>
              )
            })}
          </span>
        ),
      }),
    ),
  ]
}
