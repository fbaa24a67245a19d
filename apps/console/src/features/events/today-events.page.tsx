import type { StoredEvent } from '@fleetglass/contract/events'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DataTable, ListFailed } from '../../ui/data-table/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { Pager } from '../../ui/pager/index.ts'
import { EventAlbum } from './event-album.tsx'
import styles from './event-pages.module.css'
import { useEventColumns } from './list/event-columns.tsx'
import { type EventChanges, useEventChanges } from './list/event-list.queries.ts'
import { EventReview } from './list/event-review.tsx'
import { ExportEventsButton } from './list/export-button.tsx'
import { ModeChoice } from './list/mode-choice.tsx'
import { countsByHour, hourOf, MAX_LISTED, useTodayEvents } from './today-events.ts'

/** EVT-04, EVT-05. */
const PAGE_SIZES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const
const DEFAULT_PAGE_SIZE = 100

const MODES = ['table', 'album', 'review'] as const

/** EVT-01: what happened since midnight, and what happens. */
export function TodayEventsPage() {
  const t = useText()
  const id = useId()
  const today = useTodayEvents()
  const changes = useEventChanges()
  const [hour, setHour] = useState<number | null>(null)
  const [mode, setMode] = useState<(typeof MODES)[number]>('table')
  const all = useMemo(() => [...(today.data?.events.values() ?? [])], [today.data])
  const counts = useMemo(() => countsByHour(all), [all])
  // The latest stands first: it is what an operator waits for. They come in the order of their changes.
  const shown = useMemo(
    () =>
      all
        .filter((event) => hour === null || hourOf(event) === hour)
        .sort((one, other) => other.serialno - one.serialno),
    [all, hour],
  )
  return (
    <section className={`panel ${styles.page}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.todayEvents')}</h1>
        <ModeChoice modes={MODES} mode={mode} onMode={setMode} />
        <ExportEventsButton count={shown.length} events={async () => shown} />
      </header>
      <Hours counts={counts} hour={hour} onHour={setHour} />
      {today.isPending ? <Loading label={t('page.loading')} /> : null}
      {today.isError && today.data === undefined ? (
        <ListFailed reason={today.error.message} onAgain={() => void today.refetch()} />
      ) : null}
      {today.data?.isCut ? <p className={styles.tools}>{t('eventList.cut', { count: MAX_LISTED })}</p> : null}
      {today.data === undefined ? null : shown.length === 0 ? (
        <PageState icon="events" title={t('eventList.noneToday')} hint={t('eventList.noneTodayHint')} />
      ) : mode === 'review' ? (
        <EventReview events={shown} changes={changes} />
      ) : (
        <Paged key={hour} events={shown} mode={mode} changes={changes} />
      )}
    </section>
  )
}

/** EVT-06, EVT-15: the hours of the day with their counts; one of them filters the list. */
function Hours(props: {
  readonly counts: readonly number[]
  readonly hour: number | null
  readonly onHour: (hour: number | null) => void
}) {
  const t = useText()
  const { counts, hour, onHour } = props
  const most = Math.max(1, ...counts)
  const box = useRef<HTMLFieldSetElement>(null)
  const latest = counts.findLastIndex((count) => count > 0)
  // Not all hours fit a phone: those with the latest events are in sight.
  useEffect(() => {
    const element = box.current
    const button = element?.querySelectorAll('button')[latest + 1]
    if (element === null || button === undefined) return
    const [inside, around] = [button.getBoundingClientRect(), element.getBoundingClientRect()]
    element.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2
  }, [latest])
  return (
    <fieldset className={styles.hours} ref={box}>
      <legend className="visually-hidden">{t('eventList.hours')}</legend>
      <button type="button" aria-pressed={hour === null} className={styles.hour} onClick={() => onHour(null)}>
        {t('eventList.allHours')}
      </button>
      {counts.map((count, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
          key={at}
          type="button"
          className={styles.hour}
          aria-pressed={hour === at}
          aria-label={t('eventList.hour', { hour: String(at).padStart(2, '0'), count })}
          onClick={() => onHour(hour === at ? null : at)}
        >
          <span className={styles.bar} style={{ blockSize: `${(100 * count) / most}%` }} />
          <span>{String(at).padStart(2, '0')}</span>
          <small>{count === 0 ? '' : count}</small>
        </button>
      ))}
    </fieldset>
  )
}

/** EVT-03: a page of the list. */
function Paged(props: {
  readonly events: readonly StoredEvent[]
  readonly mode: 'table' | 'album'
  readonly changes: EventChanges
}) {
  const t = useText()
  const { events, mode, changes } = props
  const isNarrow = useIsMobile()
  const [size, setSize] = useState<number>(DEFAULT_PAGE_SIZE)
  const [wanted, setWanted] = useState(0)
  const pages = Math.max(1, Math.ceil(events.length / size))
  const page = Math.min(wanted, pages - 1)
  const rows = events.slice(page * size, (page + 1) * size)
  const columns = useEventColumns(changes, { first: page * size })
  return (
    <>
      {mode === 'album' ? (
        <EventAlbum events={rows} changes={changes} />
      ) : (
        <DataTable
          label={t('eventList.table')}
          columns={columns}
          rows={rows}
          keyOf={({ serialno }) => String(serialno)}
          stacked={isNarrow}
        />
      )}
      <footer className={styles.tools}>
        <label>
          {t('eventList.pageSize')}
          <select className="form-select" value={size} onChange={({ target }) => setSize(Number(target.value))}>
            {PAGE_SIZES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Pager page={page} pageCount={pages} onPage={setWanted} typed />
      </footer>
    </>
  )
}
