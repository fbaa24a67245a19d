import type { GeoList } from '@fleetglass/contract/monitors'
import { usePolledQuery } from '../../../platform/queries/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DataTable } from '../../../ui/data-table/index.ts'
import { Loading, PageState } from '../../../ui/index.ts'
import { askGeoRows, type MonitorAsk } from '../monitor-link.ts'
import { geoColumns } from '../monitor-lists.ts'
import { useMonitorColumns } from './row-table.tsx'

/** The server reads the account again no sooner. */
const REFRESH_MS = 60_000

const lists: readonly GeoList[] = ['auth', 'rules', 'devices']

/** `geoarray`: what the account of the telematics service has (DEBUG-05 to DEBUG-07, DEBUG-30). */
export function GeoTables({ ask }: { readonly ask: MonitorAsk }) {
  const t = useText()
  const { data, error, refetch } = usePolledQuery({
    queryKey: ['monitor', 'geo'],
    queryFn: () => askGeoRows(ask),
    everyMs: REFRESH_MS,
  })
  if (error !== null) {
    return (
      <PageState icon="offline" title={t('monitor.failed')} hint={error.message} role="alert">
        <button type="button" className="btn btn-primary" onClick={() => void refetch()}>
          {t('monitor.again')}
        </button>
      </PageState>
    )
  }
  if (data === undefined) return <Loading label={t('monitor.connecting')} />
  if (lists.every((list) => data[list].length === 0)) {
    return <PageState icon="map" title={t('monitor.geoNone')} hint={t('monitor.geoHint')} />
  }
  return lists.map((list) => <GeoTable key={list} list={list} rows={data[list]} />)
}

function GeoTable({ list, rows }: { readonly list: GeoList; readonly rows: readonly object[] }) {
  const t = useText()
  const columns = useMonitorColumns(geoColumns[list], rows)
  return (
    <section className="monitor-section" aria-labelledby={`geo-${list}`}>
      <h2 id={`geo-${list}`} className="monitor-subtitle">
        {t(`monitor.geo.${list}`)} <span className="muted num">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="muted">{t('monitor.none')}</p>
      ) : (
        <div className="monitor-rows panel">
          <DataTable
            label={t(`monitor.geo.${list}`)}
            columns={columns}
            rows={rows}
            keyOf={(_, index) => String(index)}
            density="dense"
          />
        </div>
      )}
    </section>
  )
}
