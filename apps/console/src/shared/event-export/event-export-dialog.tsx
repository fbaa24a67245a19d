import { useId, useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { AddressCredit } from '../../engines/addresses/index.ts'
import { useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile, useLengthUnit } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { DataTable, useSelection } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'
import { saveCsv, saveJson, usePdfFile } from '../table-files/index.ts'
import styles from './event-export.module.css'
import { exportColumns } from './export-columns.ts'
import { detailRows, type ExportedEvent, type ExportRow, summaryRows } from './export-rows.ts'
import { useRowAddresses } from './use-row-addresses.ts'

const KINDS = ['detail', 'summary'] as const

/** Data Export (EXPORT-01): events as CSV, JSON or PDF. */
export function EventExportDialog(props: { readonly events: readonly ExportedEvent[]; readonly onClose: () => void }) {
  const t = useText()
  const titleId = useId()
  return (
    <Modal show onHide={props.onClose} size="xl" scrollable aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel={t('eventExport.close')}>
        <Modal.Title as="h2" id={titleId}>
          {t('eventExport.title')}
        </Modal.Title>
      </Modal.Header>
      <ExportTable {...props} />
    </Modal>
  )
}

function ExportTable({ events, onClose }: Parameters<typeof EventExportDialog>[0]) {
  const t = useText()
  const unit = useLengthUnit()
  const isNarrow = useIsMobile()
  const fleet = useFleet()
  const isLoaded = useFleetState(({ loaded }) => loaded)
  const [kind, setKind] = useState<ExportRow['kind']>('detail')
  const addresses = useRowAddresses()
  const details = useMemo(
    () => detailRows(events, isLoaded ? fleet.state.getState().devices : new Map()),
    [events, fleet, isLoaded],
  )
  const summary = useMemo(() => summaryRows(details), [details])
  const rows: readonly ExportRow[] = kind === 'detail' ? details : summary
  const ticks = {
    detail: useSelection(details.map(({ key }) => key)),
    summary: useSelection(summary.map(({ key }) => key)),
  }
  const selection = ticks[kind]
  const ticked = rows.filter(({ key }) => selection.keys.has(key))
  const columns = exportColumns(kind, t, unit, addresses.addressOf)
  return (
    <>
      <Modal.Body className={styles.body}>
        <div className={styles.tools}>
          <KindChoice kind={kind} onKind={setKind} />
          {kind === 'detail' ? <LoadAddress addresses={addresses} rows={ticked} /> : null}
          <span className="muted" role="status">
            {t('eventExport.ticked', { count: ticked.length, all: rows.length })}
          </span>
        </div>
        <DataTable
          key={kind}
          label={t('eventExport.table')}
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          density="dense"
          selection={selection}
          stacked={isNarrow}
        />
        <AddressCredit />
      </Modal.Body>
      <Modal.Footer>
        <ExportButtons kind={kind} range={rangeOf(events)} rows={ticked} columns={columns} />
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('eventExport.close')}
        </button>
      </Modal.Footer>
    </>
  )
}

function KindChoice(props: { readonly kind: ExportRow['kind']; readonly onKind: (kind: ExportRow['kind']) => void }) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('eventExport.kind')}</legend>
      {KINDS.map((one) => (
        <label key={one} className="form-check">
          <input
            type="radio"
            className="form-check-input"
            name={name}
            checked={props.kind === one}
            onChange={() => props.onKind(one)}
          />
          <span className="form-check-label">{t(`eventExport.${one}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function LoadAddress(props: {
  readonly addresses: ReturnType<typeof useRowAddresses>
  readonly rows: readonly ExportRow[]
}) {
  const t = useText()
  const { progress, isOffered, load, stop } = props.addresses
  if (progress !== null)
    return (
      <>
        <button type="button" className="btn btn-quiet btn-sm" onClick={stop}>
          {t('eventExport.stop')}
        </button>
        <span role="status">{t('eventExport.progress', { ...progress })}</span>
      </>
    )
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm icon-text"
      disabled={!isOffered || props.rows.length === 0}
      title={isOffered ? undefined : t('eventExport.noGeocoder')}
      onClick={() => void load(props.rows)}
    >
      <Icon name="search" size={16} /> {t('eventExport.loadAddress')}
    </button>
  )
}

function ExportButtons(props: {
  readonly kind: ExportRow['kind']
  /** What the events span, as the user reads it. */
  readonly range: string
  readonly rows: readonly ExportRow[]
  readonly columns: ReturnType<typeof exportColumns>
}) {
  const t = useText()
  const pdf = usePdfFile()
  const { kind, range, rows, columns } = props
  const name = `events_${kind}`
  const filed = columns.map(({ label, filed: value, numeric = false }) => ({ label, value, numeric }))
  const json = () => rows.map((row) => Object.fromEntries(columns.map(({ id, filed: value }) => [id, value(row)])))
  const openPdf = () =>
    pdf.open({
      type: kind === 'detail' ? 'eventdetail' : 'eventsummary',
      subtitle: range,
      columns: filed,
      rows,
    })
  const buttons = [
    ['csv', () => saveCsv(name, filed, rows), false],
    ['json', () => saveJson(name, json()), false],
    ['pdf', openPdf, pdf.isPending],
  ] as const
  return buttons.map(([format, save, isBusy]) => (
    <button
      key={format}
      type="button"
      className="btn btn-primary icon-text"
      disabled={rows.length === 0 || isBusy}
      onClick={save}
    >
      <Icon name="download" size={16} /> {t(`eventExport.${format}`)}
    </button>
  ))
}

/** From the first event to the last. */
function rangeOf(events: readonly ExportedEvent[]): string {
  let [firstS, lastS] = [Number.POSITIVE_INFINITY, 0]
  for (const { timeS } of events) [firstS, lastS] = [Math.min(firstS, timeS), Math.max(lastS, timeS)]
  return events.length === 0 ? '' : `${localTimeText(firstS)} – ${localTimeText(lastS)}`
}
