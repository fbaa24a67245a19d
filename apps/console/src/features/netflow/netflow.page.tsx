import { useState } from 'react'
import { useClock, useDateText } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading, PageState } from '../../ui/index.ts'
import { type Month, monthChoices, monthName } from './months.ts'
import styles from './netflow.module.css'
import { type NetflowQuery, useNetflow } from './netflow.queries.ts'
import { NetflowTable } from './netflow-table.tsx'

/** NETF-01: what the lines of devices moved in a month. */
export function NetflowPage() {
  const t = useText()
  const months = monthChoices(useClock().nowMs())
  const [name, setName] = useState(monthName(months[0]!))
  const [query, setQuery] = useState<NetflowQuery | null>(null)
  const answer = useNetflow(query)
  const month = months.find((one) => monthName(one) === name) ?? months[0]!
  return (
    <section className={`panel ${styles.page}`} aria-label={t('page.netflow')}>
      <header className={styles.head}>
        <h1>{t('page.netflow')}</h1>
        <MonthChoice months={months} name={name} onName={setName} />
        <button
          type="button"
          className="btn btn-primary"
          disabled={answer.isFetching}
          onClick={() => setQuery({ month, turn: (query?.turn ?? 0) + 1 })}
        >
          <Icon name="search" size={16} /> {t('netflow.query')}
        </button>
      </header>
      <Result query={query} answer={answer} />
    </section>
  )
}

function MonthChoice(props: {
  readonly months: readonly Month[]
  readonly name: string
  readonly onName: (name: string) => void
}) {
  const t = useText()
  const dateText = useDateText()
  return (
    <select
      className="form-select"
      aria-label={t('netflow.month')}
      value={props.name}
      onChange={({ target }) => props.onName(target.value)}
    >
      {props.months.map((month) => (
        <option key={monthName(month)} value={monthName(month)}>
          {dateText(new Date(month.year, month.index, 1), { month: 'long', year: 'numeric' })}
        </option>
      ))}
    </select>
  )
}

function Result({ query, answer }: { query: NetflowQuery | null; answer: ReturnType<typeof useNetflow> }) {
  const t = useText()
  if (query === null) return <PageState icon="search" title={t('netflow.start')} hint={t('netflow.startHint')} />
  if (answer.isPending) return <Loading label={t('page.loading')} />
  if (answer.isError) return <ListFailed reason={answer.error.message} onAgain={() => void answer.refetch()} />
  return <NetflowTable key={query.turn} days={answer.data} month={query.month} />
}
