import { useId, useState } from 'react'
import { useClock } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DayCalendar, dayOf } from '../../shared/calendar/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading, PageState, useResultInSight } from '../../ui/index.ts'
import styles from './device-usage.module.css'
import { type UsageQuery, useDeviceUsage } from './device-usage.queries.ts'
import { UsageTable } from './usage-table.tsx'

/** USAGE-01: which share of a day was recorded. */
export function DeviceUsagePage() {
  const t = useText()
  const clock = useClock()
  const [day, setDay] = useState(() => dayOf(clock.nowMs()))
  const [query, setQuery] = useState<UsageQuery | null>(null)
  const answer = useDeviceUsage(query)
  const result = useResultInSight(answer.isFetching ? 0 : (query?.turn ?? 0))
  return (
    <div className={styles.page}>
      <aside className={`panel ${styles.panel}`} aria-label={t('deviceUsage.query')}>
        <DayCalendar day={day} onDay={setDay} />
        <button
          type="button"
          className="btn btn-primary"
          disabled={answer.isFetching}
          onClick={() => setQuery({ day, turn: (query?.turn ?? 0) + 1 })}
        >
          <Icon name="search" size={16} /> {t('deviceUsage.query')}
        </button>
      </aside>
      <section className={styles.result} ref={result}>
        <Result query={query} answer={answer} />
      </section>
    </div>
  )
}

function Result({ query, answer }: { query: UsageQuery | null; answer: ReturnType<typeof useDeviceUsage> }) {
  const t = useText()
  const id = useId()
  if (query !== null && !answer.isPending && !answer.isError)
    return <UsageTable key={query.turn} usage={answer.data} day={query.day} />
  return (
    <section className={`panel ${styles.noTable}`} aria-labelledby={id}>
      <h1 id={id}>{t('page.deviceUsage')}</h1>
      {query === null ? (
        <PageState icon="search" title={t('deviceUsage.start')} hint={t('deviceUsage.startHint')} />
      ) : answer.isError ? (
        <ListFailed reason={answer.error.message} onAgain={() => void answer.refetch()} />
      ) : (
        <Loading label={t('page.loading')} />
      )}
    </section>
  )
}
