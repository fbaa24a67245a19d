import { MONITOR_REFRESH_S, type MonitorPage } from '@fleetglass/contract/monitors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type Channel, loginFlag } from '../../engines/channel/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { usePolledQuery } from '../../platform/queries/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { FilteredDevices } from './components/filtered-devices.tsx'
import { GeoTables } from './components/geo-tables.tsx'
import { LimitsForm } from './components/limits-form.tsx'
import { LoginForm } from './components/login-form.tsx'
import { MessageTest } from './components/message-test.tsx'
import { RowTable } from './components/row-table.tsx'
import { askRows, type MonitorAsk, type MonitorLogin, openMonitorLink } from './monitor-link.ts'
import { type MonitorTable, monitorTables } from './monitor-lists.ts'
import './monitors.css'

/** A password of this many characters is its hash (STAND-21). */
const HASH_LENGTH = 64

/** One of the internal pages, for the top administrator (STAND-07). */
export function Monitor(props: { readonly page: MonitorPage; readonly query: Readonly<Record<string, string>> }) {
  const { page, query } = props
  // A page of its own, without the console around it.
  const [queries] = useState(() => new QueryClient())
  const [who, setWho] = useState<MonitorLogin | null>(() => credentialsOf(query.user ?? '', query.password ?? ''))
  useEffect(() => {
    document.title = page
  }, [page])
  return (
    <main className="monitor" data-page={page}>
      <h1 className="monitor-title">{page}</h1>
      {who === null ? (
        <LoginForm onLogin={(user, password) => setWho(credentialsOf(user, password))} />
      ) : (
        <QueryClientProvider client={queries}>
          <Linked page={page} who={who} onAgain={() => setWho(null)} />
        </QueryClientProvider>
      )}
    </main>
  )
}

function credentialsOf(user: string, password: string): MonitorLogin | null {
  if (user === '' || password === '') return null
  return { user, passwordHash: password.length === HASH_LENGTH ? password : sha256Hex(password) }
}

/** The page with its socket, which is open as long as it is on screen (DEBUG-19). */
function Linked(props: { readonly page: MonitorPage; readonly who: MonitorLogin; readonly onAgain: () => void }) {
  const { page, who } = props
  const { clock, log } = usePreferences()
  const [channel, setChannel] = useState<Channel | null>(null)
  useEffect(() => {
    const made = openMonitorLink(window.location, who, { clock, log })
    setChannel(made)
    return () => made.logout()
  }, [who, clock, log])
  return channel === null ? null : <Pages ask={{ channel, who }} page={page} onAgain={props.onAgain} />
}

function Pages(props: { readonly ask: MonitorAsk; readonly page: MonitorPage; readonly onAgain: () => void }) {
  const { ask, page } = props
  const t = useText()
  const state = useStore(ask.channel.state)
  if (loginFlag(state) === 2) {
    return (
      <PageState icon="key" title={t('monitor.refused')} hint={t('monitor.refusedHint')} role="alert">
        <button type="button" className="btn btn-primary" onClick={props.onAgain}>
          {t('monitor.again')}
        </button>
      </PageState>
    )
  }
  if (state.kind !== 'online') return <Loading label={t('monitor.connecting')} />
  if (state.session.rights.permission !== 0) {
    return <PageState icon="key" title={t('monitor.forbidden')} hint={t('monitor.forbiddenHint')} role="alert" />
  }
  if (page === 'geoarray') return <GeoTables ask={ask} />
  const table = monitorTables[page]
  return table === undefined ? <MessageTest channel={ask.channel} /> : <Rows ask={ask} table={table} />
}

/** The rows, requested again every five seconds (DEBUG-20). */
function Rows({ ask, table }: { readonly ask: MonitorAsk; readonly table: MonitorTable }) {
  const t = useText()
  const { data, error } = usePolledQuery({
    queryKey: ['monitor', table.list],
    queryFn: () => askRows(ask, table.list),
    everyMs: MONITOR_REFRESH_S * 1000,
  })
  if (error !== null) return <PageState icon="offline" title={t('monitor.failed')} hint={error.message} role="alert" />
  if (data === undefined) return <Loading label={t('monitor.connecting')} />
  return (
    <FilteredDevices channel={ask.channel}>
      {table.limited === undefined ? null : <LimitsForm ask={ask} monitor={table.limited} />}
      <RowTable columns={table.columns} rows={data.rows} total={data.total} />
    </FilteredDevices>
  )
}
