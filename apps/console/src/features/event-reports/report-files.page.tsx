import {
  REPORT_FILE_TIMES,
  type ReportFile,
  type ReportFileTime,
  reportFileAddress,
} from '@fleetglass/contract/event-reports'
import { useId, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { type DayRange, RangeCalendar } from '../../shared/calendar/index.ts'
import { DeliveryLogButton } from '../../shared/delivery-log/index.ts'
import { type DataColumn, DataTable, ListFailed } from '../../ui/data-table/index.ts'
import { SelectInput } from '../../ui/form/index.ts'
import { Icon, Loading, PageState, useResultInSight } from '../../ui/index.ts'
import styles from './event-reports.module.css'
import { type ReportFilesQuery, useReportFiles, useReportNames, zonedText } from './event-reports.queries.ts'
import { periodText } from './period-text.ts'

/** RPT-02: files that reports have written. */
export function ReportFilesPage() {
  const [query, setQuery] = useState<ReportFilesQuery | null>(null)
  const files = useReportFiles(query)
  const result = useResultInSight(files.isFetching ? 0 : (query?.turn ?? 0))
  const t = useText()
  const id = useId()
  return (
    <div className={styles.filesPage}>
      <FilesPanel isBusy={files.isFetching} onQuery={(asked) => setQuery({ ...asked, turn: (query?.turn ?? 0) + 1 })} />
      <section className={`panel ${styles.files}`} aria-labelledby={id} ref={result}>
        <h1 id={id}>{t('page.reportFiles')}</h1>
        <Files isAsked={query !== null} files={files} />
      </section>
    </div>
  )
}

function FilesPanel(props: {
  readonly isBusy: boolean
  readonly onQuery: (query: Omit<ReportFilesQuery, 'turn'>) => void
}) {
  const t = useText()
  const { data: names = [] } = useReportNames()
  const [reportid, setReportid] = useState<number | null>(null)
  const [range, setRange] = useState<DayRange | null>(null)
  const [queryby, setQueryby] = useState<ReportFileTime>('updatetime')
  const profiles = [
    ['', t('eventReports.files.allProfiles')] as const,
    ...names.map(
      ({ reportid: value, profile, type }) =>
        [String(value), `${profile} - ${t(`eventReports.type.${type}`)}`] as const,
    ),
  ]
  return (
    <aside className={`panel ${styles.panel}`} aria-label={t('eventReports.files.query')}>
      <SelectInput
        label={t('eventReports.profile')}
        value={reportid === null ? '' : String(reportid)}
        fault={null}
        choices={profiles}
        control={{}}
        onChange={(value) => setReportid(value === '' ? null : Number(value))}
      />
      <SelectInput
        label={t('eventReports.files.queryBy')}
        value={queryby}
        fault={null}
        choices={REPORT_FILE_TIMES.map((value) => [value, t(`eventReports.files.${value}`)] as const)}
        control={{}}
        onChange={setQueryby}
      />
      <RangeCalendar range={range} onRange={setRange} />
      <p className="muted" role="status">
        {range === null ? t('eventReports.files.chooseDays') : t('eventReports.files.range', { ...range })}{' '}
        <button type="button" className="btn btn-quiet btn-sm" disabled={range === null} onClick={() => setRange(null)}>
          {t('eventReports.files.reset')}
        </button>
      </p>
      <button
        type="button"
        className="btn btn-primary icon-text"
        disabled={range === null || props.isBusy}
        onClick={() => range && props.onQuery({ reportid, range, queryby })}
      >
        <Icon name="search" size={16} /> {t('eventReports.files.query')}
      </button>
      <DeliveryLogButton of="reports" />
    </aside>
  )
}

function Files(props: { readonly isAsked: boolean; readonly files: ReturnType<typeof useReportFiles> }) {
  const t = useText()
  const isNarrow = useIsMobile()
  const { isAsked, files } = props
  if (!isAsked)
    return <PageState icon="search" title={t('eventReports.files.begin')} hint={t('eventReports.files.beginHint')} />
  if (files.isPending) return <Loading label={t('page.loading')} />
  if (files.isError) return <ListFailed reason={files.error.message} onAgain={() => void files.refetch()} />
  if (files.data.length === 0) return <PageState icon="list" title={t('eventReports.files.none')} />
  return (
    <DataTable
      label={t('eventReports.files.table')}
      columns={fileColumns(t)}
      rows={files.data}
      keyOf={({ fileid }) => fileid}
      stacked={isNarrow}
    />
  )
}

/** RPT-39 to RPT-45. */
function fileColumns(t: Translate): readonly DataColumn<ReportFile>[] {
  const time = (id: ReportFileTime, label: string): DataColumn<ReportFile> => ({
    id,
    label,
    text: (file) => zonedText(file[id]),
    value: (file) => file[id],
  })
  return [
    {
      id: 'number',
      label: t('eventReports.files.number'),
      plain: true,
      numeric: true,
      text: () => '',
      cell: (_, index) => index + 1,
    },
    { id: 'profile', label: t('eventReports.profile'), text: ({ profile }) => profile },
    { id: 'type', label: t('eventReports.type'), text: ({ type }) => t(`eventReports.type.${type}`) },
    {
      id: 'period',
      label: t('eventReports.period'),
      text: ({ period }) => periodText(period, t),
      value: ({ period }) => period,
    },
    { id: 'filename', label: t('eventReports.files.name'), text: ({ filename }) => filename },
    { id: 'filetype', label: t('eventReports.files.fileType'), text: ({ filetype }) => filetype },
    time('starttime', t('eventReports.files.start')),
    time('endtime', t('eventReports.files.end')),
    time('updatetime', t('eventReports.update')),
    {
      id: 'download',
      label: t('eventReports.files.download'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (file) => (
        <a
          className="icon-button"
          href={reportFileAddress(file)}
          download={file.filename}
          aria-label={t('eventReports.files.downloadOf', { name: file.filename })}
          title={t('eventReports.files.downloadOf', { name: file.filename })}
        >
          <Icon name="download" size={18} />
        </a>
      ),
    },
  ]
}
