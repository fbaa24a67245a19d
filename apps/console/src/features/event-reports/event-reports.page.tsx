import type { EventReport } from '@fleetglass/contract/event-reports'
import { useMemo, useState } from 'react'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading, useLeaveQuestion } from '../../ui/index.ts'
import { ReportForm } from './components/report-form.tsx'
import styles from './event-reports.module.css'
import { useEventReports, useReportWrites } from './event-reports.queries.ts'
import { periodText } from './period-text.ts'

/** RPT-01: reports that the server writes by itself. */
export function EventReportsPage() {
  const t = useText()
  const reports = useEventReports()
  if (reports.isPending) return <Loading label={t('page.loading')} />
  if (reports.isError) return <ListFailed reason={reports.error.message} onAgain={() => void reports.refetch()} />
  return <Reports reports={reports.data} />
}

/** Whose form is open: `new` has no number yet. */
type Editing = 'none' | 'new' | number

function Reports({ reports }: { readonly reports: readonly EventReport[] }) {
  const t = useText()
  const isNarrow = useIsMobile()
  const { remove } = useReportWrites()
  const [words, setWords] = useState('')
  const [editing, setEditing] = useState<Editing>('none')
  const [isChanged, setChanged] = useState(false)
  const [asked, setAsked] = useState<EventReport | null>(null)
  const { ask, question } = useLeaveQuestion(isChanged, '', () => setChanged(false))
  const edited = reports.find(({ reportid }) => reportid === editing)
  const isOpen = editing === 'new' || edited !== undefined
  const columns = reportColumns(t, (report) => ask(() => setEditing(report.reportid)), setAsked)
  const shown = useMemo(() => matchingRows(reports, columns, words), [reports, columns, words])
  return (
    <div className={styles.page} data-form={isOpen || undefined}>
      <TablePage
        title={t('page.eventReports')}
        words={words}
        onWords={setWords}
        searchLabel={t('eventReports.search')}
        head={
          <button
            type="button"
            className="btn btn-primary btn-sm icon-text"
            onClick={() => ask(() => setEditing('new'))}
          >
            <Icon name="plus" size={16} />
            {t('eventReports.add')}
          </button>
        }
      >
        {shown.length === 0 ? (
          <NoRows
            isEmpty={reports.length === 0}
            emptyTitle={t('eventReports.none')}
            emptyHint={t('eventReports.noneHint')}
          />
        ) : (
          <DataTable
            label={t('eventReports.table')}
            columns={columns}
            rows={shown}
            keyOf={({ reportid }) => String(reportid)}
            nameColumn="profile"
            stacked={isNarrow}
          />
        )}
      </TablePage>
      {isOpen ? (
        <ReportForm
          key={editing}
          report={edited ?? null}
          onChanged={setChanged}
          onClose={() => {
            setChanged(false)
            setEditing('none')
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        title={t('eventReports.deleteTitle')}
        about={asked?.profile ?? ''}
        text={t('eventReports.deleteText')}
        confirmLabel={t('eventReports.deleteConfirm')}
        onConfirm={() => (asked === null ? Promise.resolve() : remove.mutateAsync(asked.reportid))}
        onClose={() => setAsked(null)}
      />
      {question}
    </div>
  )
}

/** RPT-31. */
function reportColumns(
  t: Translate,
  onEdit: (report: EventReport) => void,
  onDelete: (report: EventReport) => void,
): readonly DataColumn<EventReport>[] {
  return [
    { id: 'profile', label: t('eventReports.profile'), text: ({ profile }) => profile },
    { id: 'type', label: t('eventReports.type'), text: ({ type }) => t(`eventReports.type.${type}`) },
    {
      id: 'period',
      label: t('eventReports.period'),
      text: ({ period }) => periodText(period, t),
      value: ({ period }) => period,
    },
    {
      id: 'enable',
      label: t('eventReports.enable'),
      text: ({ enable }) => t(enable === 1 ? 'eventReports.on' : 'eventReports.off'),
    },
    {
      id: 'receivers',
      label: t('eventReports.receivers'),
      text: ({ receivers }) => receivers.replaceAll(',', ', '),
    },
    { id: 'memo', label: t('eventReports.memo'), text: ({ memo }) => memo },
    {
      id: 'update',
      label: t('eventReports.update'),
      text: ({ updatetime }) => localTimeText(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    {
      id: 'action',
      label: t('eventReports.action'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (report) => (
        <span className={styles.actions}>
          <button
            type="button"
            className="icon-button"
            aria-label={t('eventReports.edit', { profile: report.profile })}
            title={t('eventReports.edit', { profile: report.profile })}
            onClick={() => onEdit(report)}
          >
            <Icon name="pencil" size={18} />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t('eventReports.delete', { profile: report.profile })}
            title={t('eventReports.delete', { profile: report.profile })}
            onClick={() => onDelete(report)}
          >
            <Icon name="trash" size={18} />
          </button>
        </span>
      ),
    },
  ]
}
