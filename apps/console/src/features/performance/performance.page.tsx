import type { PerformanceRecord } from '@fleetglass/contract/performance'
import { useMemo, useState } from 'react'
import { useClock, useDateText, useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { dayAfter, dayDate, dayOf } from '../../shared/calendar/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { Loading } from '../../ui/index.ts'
import { usePerformance } from './performance.queries.ts'

/** Records are kept for seven days (PERF-06). */
const DAYS_BACK = [0, 1, 2, 3, 4, 5, 6] as const

/** PERF-01: how much work the servers did in a day. */
export function PerformancePage() {
  const t = useText()
  const today = dayOf(useClock().nowMs())
  const [day, setDay] = useState(today)
  const [words, setWords] = useState('')
  const answer = usePerformance(day)
  return (
    <TablePage
      title={t('page.performance')}
      words={words}
      onWords={setWords}
      searchLabel={t('performance.search')}
      head={
        <>
          <DayChoice today={today} day={day} onDay={setDay} />
          <button
            type="button"
            className="btn btn-quiet"
            disabled={answer.isFetching}
            onClick={() => void answer.refetch()}
          >
            {t('performance.refresh')}
          </button>
        </>
      }
    >
      <Result answer={answer} words={words} />
    </TablePage>
  )
}

function DayChoice(props: { readonly today: string; readonly day: string; readonly onDay: (day: string) => void }) {
  const t = useText()
  const dateText = useDateText()
  return (
    <select
      className="form-select"
      style={{ width: 'auto' }}
      aria-label={t('performance.day')}
      value={props.day}
      onChange={({ target }) => props.onDay(target.value)}
    >
      {DAYS_BACK.map((back) => {
        const day = dayAfter(props.today, -back)
        return (
          <option key={day} value={day}>
            {dateText(dayDate(day), { weekday: 'short', day: 'numeric', month: 'short' })}
          </option>
        )
      })}
    </select>
  )
}

function Result({ answer, words }: { answer: ReturnType<typeof usePerformance>; words: string }) {
  const t = useText()
  if (answer.isPending) return <Loading label={t('page.loading')} />
  if (answer.isError) return <ListFailed reason={answer.error.message} onAgain={() => void answer.refetch()} />
  return <RecordTable records={answer.data} words={words} />
}

function RecordTable({ records, words }: { records: readonly PerformanceRecord[]; words: string }) {
  const t = useText()
  const isPhone = useIsMobile()
  const columns = useMemo(() => recordColumns(t), [t])
  const shown = useMemo(() => matchingRows(records, columns, words), [records, columns, words])
  if (shown.length === 0) {
    return (
      <NoRows isEmpty={records.length === 0} emptyTitle={t('performance.none')} emptyHint={t('performance.noneHint')} />
    )
  }
  return (
    <DataTable
      label={t('performance.table')}
      columns={columns}
      rows={shown}
      keyOf={({ datetime, gms, name }) => `${datetime} ${gms} ${name}`}
      stacked={isPhone}
    />
  )
}

/** PERF-02. */
function recordColumns(t: Translate): readonly DataColumn<PerformanceRecord>[] {
  return [
    {
      id: 'number',
      label: t('performance.number'),
      plain: true,
      numeric: true,
      text: () => '',
      cell: (_, index) => index + 1,
    },
    { id: 'time', label: t('performance.time'), text: ({ datetime }) => localTime(datetime) },
    { id: 'server', label: t('performance.server'), text: ({ gms }) => gms },
    { id: 'meter', label: t('performance.meter'), text: ({ name }) => name },
    {
      id: 'count',
      label: t('performance.count'),
      numeric: true,
      text: ({ cnt }) => String(cnt),
      value: ({ cnt }) => cnt,
    },
    {
      id: 'average',
      label: t('performance.average'),
      numeric: true,
      text: ({ avg }) => secondsText(avg),
      value: ({ avg }) => avg,
    },
    {
      id: 'longest',
      label: t('performance.longest'),
      numeric: true,
      text: ({ max }) => secondsText(max),
      value: ({ max }) => max,
    },
  ]
}

/** PERF-03: `2026-09-15 12:34` of the browser's zone. */
function localTime(datetime: string): string {
  const time = new Date(datetime)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${dayOf(time.getTime())} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Microseconds are what is measured; no more than six digits are shown. */
function secondsText(seconds: number): string {
  return seconds.toFixed(seconds < 0.01 ? 6 : 3)
}
