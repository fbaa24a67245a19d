import type { ServerStatus } from '@fleetglass/contract/devices'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { bytesText, type WatchRow, watchRows } from './stream-status.rules.ts'
import './stream-status.css'
import { useServerStatus } from './use-server-status.ts'

/** What stands in the stream-status modal: three rates, and who watches which device (SHELL-102). */
export function StreamStatus() {
  const t = useText()
  const { data, error } = useServerStatus()
  if (error !== null)
    return (
      <PageState icon="warning" title={t('status.failedTitle')} hint={t('status.failedHint')} role="alert">
        <code className="page-state-reason">{error.message}</code>
      </PageState>
    )
  return data === undefined ? <Loading label={t('page.loading')} /> : <Figures status={data} />
}

function Figures({ status }: { readonly status: ServerStatus }) {
  const t = useText()
  const rows = watchRows(status)
  const rates = [
    ['status.download', status.downloadBps],
    ['status.upload', status.uploadBps],
    ['status.disk', status.hddBps],
  ] as const
  const watched = status.devices.filter(({ users }) => users.length > 0).length
  return (
    <div className="stream-status">
      <dl className="rate-cards">
        {rates.map(([key, bytesS]) => (
          <div className="panel" key={key}>
            <dt>{t(key)}</dt>
            <dd className="num">{t('status.rate', { rate: bytesText(bytesS) })}</dd>
          </div>
        ))}
      </dl>
      <p className="muted num">{t('status.devices', { count: status.devices.length, watched })}</p>
      {rows.length === 0 ? (
        <PageState icon="live" title={t('status.nobodyTitle')} hint={t('status.nobodyHint')} />
      ) : (
        <WatchTable rows={rows} />
      )}
    </div>
  )
}

const rowHeight = 40

/** Only the rows in sight are drawn: a full house has thousands of streams. */
function WatchTable({ rows }: { readonly rows: readonly WatchRow[] }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const shown = list.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = list.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="watch-box" ref={box} tabIndex={0} aria-label={t('status.table')}>
      <table className="table watch-table" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {(['status.device', 'status.user', 'status.kind', 'status.address', 'status.since'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? <tr style={{ height: above }} /> : null}
          {shown.map(({ index }) => {
            const row = rows[index] as WatchRow
            return (
              <tr key={`${row.deviceid} ${row.ip} ${row.port}`} aria-rowindex={index + 2}>
                <th scope="row">{row.deviceid}</th>
                <td>{row.user}</td>
                <td>{t(`status.${row.type}`)}</td>
                <td className="num">
                  {row.ip}:{row.port}
                </td>
                <td className="num">{localTimeText(row.arrivedTime)}</td>
              </tr>
            )
          })}
          {below > 0 ? <tr style={{ height: below }} /> : null}
        </tbody>
      </table>
    </section>
  )
}
