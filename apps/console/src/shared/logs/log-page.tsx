import { LOG_LISTED_ROWS } from '@fleetglass/contract/envelope'
import { type ReactNode, useId, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { type DataColumn, DataTable, ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading, PageState, useResultInSight } from '../../ui/index.ts'
import type { DayRange } from '../calendar/index.ts'
import { type LogArchive, LogExportButton } from './log-export.tsx'
import { type LogFilter, LogFilterFields, logPeriodOf, noLogFilters } from './log-filters.tsx'
import { type LogQuery, type LogSource, useLogRows } from './log-rows.ts'
import styles from './logs.module.css'

export interface LogPageProps<Row extends object> {
  readonly title: string
  readonly source: LogSource<Row>
  readonly filters: readonly LogFilter[]
  /** What the set filters are as fields of the request. */
  readonly fieldsOf: (values: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>
  readonly columns: readonly DataColumn<Row>[]
  /** The chosen days as fields of the request; left out: as the logs of the server take them. */
  readonly periodOf?: (range: DayRange) => Readonly<Record<string, unknown>>
  /** Texts of a list that is no log. */
  readonly words?: LogWords
  /** Left out: the log is not exported. */
  readonly archive?: LogArchive
  /** Between filters and rows, such as a player. */
  readonly children?: ReactNode
}

export interface LogWords {
  readonly placeholder: string
  /** On the button. */
  readonly query: string
  readonly start: string
  readonly startHint: string
}

function useLogWords(): LogWords {
  const t = useText()
  return {
    placeholder: t('logs.exact'),
    query: t('logs.query'),
    start: t('logs.start'),
    startHint: t('logs.startHint'),
  }
}

/** A log: filters and days at the side, its rows beside them. */
export function LogPage<Row extends object>(props: LogPageProps<Row>) {
  const t = useText()
  const id = useId()
  const ofLogs = useLogWords()
  const { words = ofLogs, periodOf = logPeriodOf } = props
  const [set, setFilters] = useState(noLogFilters)
  const [query, setQuery] = useState<LogQuery | null>(null)
  const answer = useLogRows(props.source, query)
  const result = useResultInSight(query?.turn ?? 0)
  const { range, values } = set
  // USLOG-12.
  const fields = range === null ? null : { ...props.fieldsOf(values), ...periodOf(range) }
  return (
    <div className={styles.page}>
      <form
        className={`panel ${styles.panel}`}
        aria-label={t('logs.filters')}
        onSubmit={(event) => {
          event.preventDefault()
          if (fields !== null) setQuery({ fields, turn: (query?.turn ?? 0) + 1 })
        }}
      >
        <LogFilterFields filters={props.filters} placeholder={words.placeholder} set={set} onSet={setFilters} />
        <button type="submit" className="btn btn-primary icon-text" disabled={fields === null || answer.isFetching}>
          <Icon name="search" size={16} /> {words.query}
        </button>
        {props.archive === undefined ? null : <LogExportButton archive={props.archive} fields={fields} />}
      </form>
      <section className={`panel ${styles.rows}`} aria-labelledby={id} ref={result}>
        <h1 id={id}>{props.title}</h1>
        {props.children}
        <Rows key={query?.turn} isAsked={query !== null} answer={answer} {...props} words={words} />
      </section>
    </div>
  )
}

function Rows<Row extends object>(
  props: Omit<LogPageProps<Row>, 'words'> & {
    readonly words: LogWords
    readonly isAsked: boolean
    readonly answer: ReturnType<typeof useLogRows<Row>>
  },
) {
  const t = useText()
  const isNarrow = useIsMobile()
  const { isAsked, answer, source, columns, title, words } = props
  if (!isAsked) return <PageState icon="search" title={words.start} hint={words.startHint} />
  if (answer.isPending) return <Loading label={t('page.loading')} />
  if (answer.isError && answer.rows.length === 0)
    return <ListFailed reason={answer.error.message} onAgain={() => void answer.refetch()} />
  if (answer.rows.length === 0) return <PageState icon="list" title={t('logs.none')} />
  return (
    <>
      <DataTable label={title} columns={columns} rows={answer.rows} keyOf={source.keyOf} stacked={isNarrow} />
      <footer className={styles.foot}>
        <span role="status">{t('logs.shown', { number: answer.rows.length })}</span>
        {answer.isCut ? <span className="muted">{t('logs.cut', { number: LOG_LISTED_ROWS })}</span> : null}
        {answer.isFetchNextPageError ? <code role="alert">{answer.error.message}</code> : null}
        {answer.hasNextPage ? (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('logs.more')}
          </button>
        ) : null}
      </footer>
    </>
  )
}
