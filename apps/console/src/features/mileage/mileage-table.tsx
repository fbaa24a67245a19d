import type { MileageSlot } from '@fleetglass/contract/tracks'
import { useId, useMemo, useState } from 'react'
import { type Device, useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile, useLengthUnit } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { convertedDistance, displayDistance, distanceUnit, type LengthUnit } from '../../platform/units/index.ts'
import { saveCsv, saveJson, usePdfFile } from '../../shared/table-files/index.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './mileage.module.css'
import { kmOf, type MileageRow, mileageRows, ROW_KINDS, type RowKind, totalMm } from './mileage-rows.ts'

/** A row with who drove. */
interface NamedRow extends MileageRow {
  readonly driver: string
  readonly memo: string
}

/** The columns that are also in a file: those of MILE-05 but for the number of the row. */
type FiledColumn = DataColumn<NamedRow> & { readonly filed: (row: NamedRow) => string | number }

/** MILE-05 to MILE-08: the rows, their total, and files of them. */
export function MileageTable({
  slots,
  days,
  fileName,
}: {
  readonly slots: readonly MileageSlot[]
  /** The range as the user reads it. */
  readonly days: string
  readonly fileName: string
}) {
  const t = useText()
  const isPhone = useIsMobile()
  const id = useId()
  const unit = useLengthUnit()
  const [kind, setKind] = useState<RowKind>('halfHours')
  const fleet = useFleet()
  const isLoaded = useFleetState(({ loaded }) => loaded)
  // Who drove is read once: what moves in the fleet meanwhile draws no row anew.
  const rows = useMemo(() => {
    const { devices } = fleet.state.getState()
    return mileageRows(slots, kind).map((row) => named(row, isLoaded ? devices.get(row.deviceId) : undefined))
  }, [slots, kind, fleet, isLoaded])
  const columns = useMemo(() => mileageColumns(t, unit, rows), [t, unit, rows])
  const filed = columns.map(({ label, filed: value, numeric = false }) => ({ label, value, numeric }))
  const pdf = usePdfFile()
  const totals = [t('mileage.total'), ...columns.slice(1).map(({ total = '' }) => String(total))]
  return (
    <section className={`panel ${styles.table}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.mileage')}</h1>
        <label className={styles.kind}>
          {t('mileage.rows')}
          <select
            className="form-select"
            value={kind}
            onChange={({ target }) => setKind(ROW_KINDS.find((one) => one === target.value) ?? kind)}
          >
            {ROW_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`mileage.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => saveCsv(fileName, filed, rows)}>
          <Icon name="download" size={16} /> CSV
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          onClick={() =>
            saveJson(
              fileName,
              rows.map((row) => asJson(row, unit)),
            )
          }
        >
          <Icon name="download" size={16} /> JSON
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={pdf.isPending}
          onClick={() => pdf.open({ type: 'mileage', subtitle: days, columns: filed, rows, totals })}
        >
          <Icon name="download" size={16} /> PDF
        </button>
      </header>
      <DataTable
        key={kind}
        label={t('mileage.table')}
        columns={[numberColumn(t), ...columns]}
        rows={rows}
        keyOf={({ deviceId, startS }) => `${deviceId}/${startS}`}
        density="dense"
        stacked={isPhone}
      />
    </section>
  )
}

function named(row: MileageRow, device: Device | undefined): NamedRow {
  return { ...row, driver: device?.driverName ?? '', memo: device?.memo ?? '' }
}

function asJson({ deviceId, driver, memo, distanceMm, startS, endS }: NamedRow, unit: LengthUnit) {
  const mileage = Number(convertedDistance(kmOf(distanceMm), unit, 'elsewhere').toFixed(3))
  const times = { starttime: localTimeText(startS), endtime: localTimeText(endS) }
  return { deviceid: deviceId, driver, memo, mileage, unit: distanceUnit(unit), ...times }
}

/** The number is that of the place, however the table is sorted. */
function numberColumn(t: Translate): DataColumn<NamedRow> {
  return {
    id: 'number',
    label: t('mileage.number'),
    plain: true,
    numeric: true,
    text: () => '',
    cell: (_, index) => index + 1,
    total: t('mileage.total'),
  }
}

function mileageColumns(t: Translate, unit: LengthUnit, rows: readonly NamedRow[]): readonly FiledColumn[] {
  const distance = ({ distanceMm }: { readonly distanceMm: number }) =>
    displayDistance(kmOf(distanceMm), unit, 'elsewhere')
  const text = (id: string, label: string, value: (row: NamedRow) => string): FiledColumn => ({
    id,
    label,
    text: value,
    filed: value,
  })
  return [
    text('device', t('mileage.deviceId'), ({ deviceId }) => deviceId),
    text('driver', t('mileage.driver'), ({ driver }) => driver),
    text('memo', t('mileage.memo'), ({ memo }) => memo),
    {
      id: 'mileage',
      label: `${t('mileage.mileage')} (${distanceUnit(unit)})`,
      numeric: true,
      text: distance,
      filed: distance,
      value: ({ distanceMm }) => distanceMm,
      total: distance({ distanceMm: totalMm(rows) }),
    },
    {
      id: 'start',
      label: t('mileage.startTime'),
      text: ({ startS }) => localTimeText(startS),
      filed: ({ startS }) => localTimeText(startS),
      value: ({ startS }) => startS,
    },
    {
      id: 'end',
      label: t('mileage.endTime'),
      unsorted: true,
      text: ({ endS }) => localTimeText(endS),
      filed: ({ endS }) => localTimeText(endS),
    },
  ]
}
