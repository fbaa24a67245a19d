import {
  EVENT_QUERY_MAX,
  type EventOrder,
  eventCountPath,
  eventCountSchema,
  eventOrders,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useServerCall } from '../../engines/channel/index.ts'
import { askedEvents } from '../../platform/pages/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed, ServerTable, type Sort, useServerRows } from '../../ui/data-table/index.ts'
import { Loading, notify, PageState } from '../../ui/index.ts'
import { type Criteria, criteriaOf, EventCriteria, type EventFilters, filtersOf } from './event-criteria.tsx'
import styles from './event-pages.module.css'
import { useEventColumns } from './list/event-columns.tsx'
import { useAskEvents, useEventChanges } from './list/event-list.queries.ts'
import { EventReview } from './list/event-review.tsx'
import { ExportEventsButton } from './list/export-button.tsx'
import { ModeChoice } from './list/mode-choice.tsx'

/** So many events are reviewed at once. */
const REVIEWED_AT_ONCE = 1_000

interface Found {
  readonly filters: EventFilters
  readonly desc: boolean
  readonly count: number
  /** Grows with each query, so that the same one is asked again. */
  readonly turn: number
}

/** EVT-16, EVT-17. The address may bring criteria. */
export function EventQueryPage() {
  const t = useText()
  const id = useId()
  const call = useServerCall()
  const [search] = useSearchParams()
  const [tab, setTab] = useState<'criteria' | 'result'>('criteria')
  const [criteria, setCriteria] = useState<Criteria>(() => criteriaOf(askedEvents(search)))
  const [found, setFound] = useState<Found | null>(null)
  const [isBusy, setBusy] = useState(false)
  const query = async (): Promise<void> => {
    const filters = filtersOf(criteria)
    setBusy(true)
    try {
      const { count } = eventCountSchema.parse(await call('POST', eventCountPath, filters))
      setFound({ filters, desc: criteria.desc, count, turn: (found?.turn ?? 0) + 1 })
      setTab('result')
    } catch (error) {
      // ERR0-08: what was found before stays.
      notify.error(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  // Who comes from a figure wants to see the rows behind it: the query of the address is sent, once.
  const isAsked = useRef(askedEvents(search) === null)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void query()
  })
  const tabs = [
    ['criteria', t('eventList.criteria')],
    ['result', t('eventList.result')],
  ] as const
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.queryEvents')}</h1>
        <div role="tablist" className={styles.modes}>
          {tabs.map(([name, label]) => (
            <button
              key={name}
              type="button"
              role="tab"
              className="btn btn-quiet btn-sm"
              aria-selected={tab === name}
              onClick={() => setTab(name)}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      <div role="tabpanel" className={styles.tab} hidden={tab !== 'criteria'}>
        <EventCriteria criteria={criteria} onCriteria={setCriteria} isBusy={isBusy} onQuery={() => void query()} />
      </div>
      <div role="tabpanel" className={styles.tab} hidden={tab !== 'result'}>
        {found === null ? (
          <PageState icon="search" title={t('eventList.noQuery')} />
        ) : (
          <Result key={found.turn} found={found} />
        )}
      </div>
    </section>
  )
}

function Result({ found }: { readonly found: Found }) {
  const t = useText()
  const ask = useAskEvents()
  const isNarrow = useIsMobile()
  const changes = useEventChanges()
  const [mode, setMode] = useState<'table' | 'review'>('table')
  const columns = useEventColumns(changes, { sorts: true })
  const { filters, count, turn } = found
  const rows = useServerRows<StoredEvent>({
    queryKey: ['event-query', turn, filters],
    sort: { id: 'time', desc: found.desc },
    fetchRows: async ({ offset, limit, sort }) => ({
      rows: await ask({ ...filters, ...sorted(sort), offset, limit }),
      total: count,
    }),
  })
  return (
    <>
      <div className={styles.tools}>
        <strong role="status">{t('eventList.found', { count })}</strong>
        <ModeChoice modes={['table', 'review']} mode={mode} onMode={setMode} />
        <ExportEventsButton
          count={count}
          events={() => ask({ ...filters, ...sorted(rows.sort), limit: EVENT_QUERY_MAX })}
        />
        {count > EVENT_QUERY_MAX ? (
          <span className="muted">{t('eventList.exportCut', { count: EVENT_QUERY_MAX })}</span>
        ) : null}
      </div>
      {mode === 'table' ? (
        <ServerTable
          label={t('eventList.table')}
          columns={columns}
          rows={rows}
          keyOf={({ serialno }) => String(serialno)}
          stacked={isNarrow}
          isFiltered={false}
          emptyTitle={t('eventList.noneFound')}
        />
      ) : (
        <ReviewFound found={found} changes={changes} />
      )}
    </>
  )
}

/** The columns of the table that can be sorted by are named as the server's orders are. */
function sorted(sort: Sort | null) {
  return {
    order: eventOrders.find((one) => one === sort?.id) ?? ('time' satisfies EventOrder),
    desc: sort?.desc ?? false,
  }
}

function ReviewFound({
  found,
  changes,
}: {
  readonly found: Found
  readonly changes: ReturnType<typeof useEventChanges>
}) {
  const t = useText()
  const ask = useAskEvents()
  const queries = useQueryClient()
  const { filters, desc, turn } = found
  const queryKey = ['event-review', turn, filters]
  const events = useQuery({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => await ask({ ...filters, desc, limit: REVIEWED_AT_ONCE }),
  })
  if (events.isPending) return <Loading label={t('page.loading')} />
  if (events.isError) {
    return <ListFailed reason={events.error.message} onAgain={() => void queries.invalidateQueries({ queryKey })} />
  }
  return <EventReview events={events.data} changes={changes} />
}
