import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { PageState } from '../../../ui/index.ts'
import type { MonitorColumn } from '../monitor-lists.ts'

const ROW_PX = 32

/** Rows with a filter over all they say; only those in sight exist. */
export function RowTable(props: {
  readonly columns: readonly MonitorColumn[]
  readonly rows: readonly object[]
  readonly total: number
}) {
  const { columns, rows, total } = props
  const t = useText()
  const clock = useClock()
  const [filter, setFilter] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const cells = useMemo(() => {
    const nowS = Math.floor(clock.nowMs() / 1000)
    const wanted = filter.trim().toLowerCase()
    const all = rows.map((row) =>
      columns.map(({ text }) => {
        const cell = text(row as never, nowS)
        return typeof cell === 'string' ? cell : t(cell.key)
      }),
    )
    return wanted === '' ? all : all.filter((row) => row.some((cell) => cell.toLowerCase().includes(wanted)))
  }, [rows, columns, filter, clock, t])
  const virtual = useVirtualizer({
    count: cells.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const abovePx = items[0]?.start ?? 0
  const belowPx = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <div className="monitor-bar">
        <input
          type="search"
          className="form-control form-control-sm"
          placeholder={t('monitor.filter')}
          aria-label={t('monitor.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="muted num" role="status">
          {t('monitor.rows', { shown: cells.length, total })}
        </span>
      </div>
      {cells.length === 0 ? (
        <PageState icon="search" title={t(rows.length === 0 ? 'monitor.none' : 'monitor.noneFits')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
        <section className="monitor-rows panel" ref={scroller} tabIndex={0} aria-label={t('monitor.table')}>
          <table className="table table-sm" aria-rowcount={cells.length + 1}>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Gap heightPx={abovePx} />
              {items.map(({ index, key }) => (
                <tr key={key} aria-rowindex={index + 2} style={{ height: ROW_PX }}>
                  {columns.map(({ name }, n) => (
                    <td key={name}>{cells[index]?.[n]}</td>
                  ))}
                </tr>
              ))}
              <Gap heightPx={belowPx} />
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

function Gap({ heightPx }: { readonly heightPx: number }) {
  return heightPx > 0 ? <tr style={{ height: heightPx }} /> : null
}
