import type { MileageSlot } from '@fleetglass/contract/tracks'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../platform/texts/index.ts'
import { isDay } from '../../shared/calendar/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Loading, PageState, useResultInSight } from '../../ui/index.ts'
import styles from './mileage.module.css'
import { type MileageQuery, useMileage } from './mileage.queries.ts'
import { MileageChart } from './mileage-chart.tsx'
import { MileagePanel } from './mileage-panel.tsx'
import { MileageTable } from './mileage-table.tsx'

/** MILE-01: how far devices drove; of the days and the device of the address, where it has them. */
export function MileagePage() {
  const [search] = useSearchParams()
  const [query, setQuery] = useState(() => queryOf(search))
  const answer = useMileage(query)
  const result = useResultInSight(answer.isFetching ? 0 : (query?.turn ?? 0))
  return (
    <div className={styles.page}>
      <MileagePanel
        isBusy={answer.isFetching}
        first={query}
        onQuery={(deviceId, range) => setQuery({ deviceId, range, turn: (query?.turn ?? 0) + 1 })}
      />
      <section className={styles.result} ref={result}>
        <Result query={query} answer={answer} />
      </section>
    </div>
  )
}

function queryOf(search: URLSearchParams): MileageQuery | null {
  const [first, last] = [search.get('first'), search.get('last')]
  if (!isDay(first) || !isDay(last) || first > last) return null
  return { deviceId: search.get('device'), range: { first, last }, turn: 0 }
}

function Result(props: { readonly query: MileageQuery | null; readonly answer: ReturnType<typeof useMileage> }) {
  const t = useText()
  const id = useId()
  const { query, answer } = props
  if (query !== null && !answer.isPending && !answer.isError && answer.data.length > 0)
    return <Report slots={answer.data} query={query} />
  return (
    <section className={`panel ${styles.table}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.mileage')}</h1>
      </header>
      <NoReport isAsked={query !== null} answer={answer} />
    </section>
  )
}

function NoReport(props: { readonly isAsked: boolean; readonly answer: ReturnType<typeof useMileage> }) {
  const t = useText()
  const { isAsked, answer } = props
  if (!isAsked) return <PageState icon="search" title={t('mileage.start')} hint={t('mileage.startHint')} />
  if (answer.isPending) return <Loading label={t('page.loading')} />
  if (answer.isError) return <ListFailed reason={answer.error.message} onAgain={() => void answer.refetch()} />
  return <PageState icon="list" title={t('mileage.none')} hint={t('mileage.noneHint')} />
}

function Report({ slots, query }: { readonly slots: readonly MileageSlot[]; readonly query: MileageQuery }) {
  const t = useText()
  const { first, last } = query.range
  return (
    <div className={styles.report}>
      <MileageTable slots={slots} days={t('mileage.range', { first, last })} fileName={`mileage_${first}_${last}`} />
      <MileageChart slots={slots} />
    </div>
  )
}
