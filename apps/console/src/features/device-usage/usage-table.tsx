import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useLabelOf } from '../../engines/fleet/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { useMayPlayback } from '../../shared/access/index.ts'
import {
  type DataColumn,
  DataTable,
  matchingRows,
  NoRows,
  percentText,
  ShareMeter,
  TablePage,
} from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'

interface Usage {
  readonly average: number
  readonly byDevice: ReadonlyMap<string, number>
}

interface Row {
  readonly deviceId: string
  /** 0 to 1. */
  readonly share: number
}

/** USAGE-03, USAGE-04. */
export function UsageTable({ usage, day }: { readonly usage: Usage; readonly day: string }) {
  const t = useText()
  const labelOf = useLabelOf()
  const mayPlay = useMayPlayback()
  const [words, setWords] = useState('')
  const rows = useMemo(() => Array.from(usage.byDevice, ([deviceId, share]) => ({ deviceId, share })), [usage])
  const columns = useMemo(
    () => [...usageColumns(t, usage.average, labelOf), ...(mayPlay ? [playbackColumn(t, day, labelOf)] : [])],
    [t, usage, labelOf, mayPlay, day],
  )
  const shown = useMemo(() => matchingRows(rows, columns, words), [rows, columns, words])
  return (
    <TablePage title={t('deviceUsage.ofDay', { day })} words={words} onWords={setWords}>
      {shown.length === 0 ? (
        <NoRows isEmpty={rows.length === 0} />
      ) : (
        <DataTable
          label={t('deviceUsage.table')}
          columns={columns}
          rows={shown}
          keyOf={({ deviceId }) => deviceId}
          nameColumn="device"
        />
      )}
    </TablePage>
  )
}

function usageColumns(t: Translate, average: number, labelOf: (id: string) => string): readonly DataColumn<Row>[] {
  return [
    {
      id: 'device',
      label: t('deviceUsage.device'),
      text: ({ deviceId }) => labelOf(deviceId),
      total: t('deviceUsage.all'),
    },
    {
      id: 'usage',
      label: t('deviceUsage.usage'),
      text: ({ share }) => percentText(share),
      value: ({ share }) => share,
      // USAGE-05.
      cell: ({ share, deviceId }) => <ShareMeter share={share} label={labelOf(deviceId)} />,
      total: <ShareMeter share={average} label={t('deviceUsage.all')} />,
    },
  ]
}

function playbackColumn(t: Translate, day: string, labelOf: (id: string) => string): DataColumn<Row> {
  return {
    id: 'playback',
    label: t('deviceUsage.recordings'),
    plain: true,
    text: () => '',
    cell: ({ deviceId }) => (
      <Link
        className="btn btn-quiet btn-sm"
        to={`/splayback/${encodeURIComponent(deviceId)}?day=${day}`}
        aria-label={t('deviceUsage.recordingsOf', { device: labelOf(deviceId) })}
      >
        <Icon name="playback" size={16} />
      </Link>
    ),
  }
}
