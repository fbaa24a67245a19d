import type { Translate } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { displaySpeed, type LengthUnit, speedUnit } from '../../platform/units/index.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import type { ExportRow } from './export-rows.ts'

/** A column of the dialog and of its files; `id` is its name in a JSON file. */
export interface ExportColumn extends DataColumn<ExportRow> {
  readonly filed: (row: ExportRow) => string | number
}

/** EXPORT-04 to EXPORT-06. */
export function exportColumns(
  kind: ExportRow['kind'],
  t: Translate,
  unit: LengthUnit,
  addressOf: (row: ExportRow) => string,
): readonly ExportColumn[] {
  const text = (
    id: 'deviceid' | 'driver' | 'deviceMemo' | 'plate' | 'event' | 'notify' | 'memo' | 'time' | 'address',
    value: (row: ExportRow) => string,
  ): ExportColumn => ({ id, label: t(`eventExport.${id}`), text: value, filed: value })
  const number = (
    id: 'lat' | 'lng' | 'speed' | 'count',
    label: string,
    value: (row: ExportRow) => number | null,
  ): ExportColumn => ({
    id,
    label,
    numeric: true,
    text: (row) => String(value(row) ?? ''),
    value: (row) => value(row) ?? Number.NEGATIVE_INFINITY,
    filed: (row) => value(row) ?? '',
  })
  const common = [
    text('deviceid', ({ deviceId }) => deviceId),
    text('driver', ({ driver }) => driver),
    text('deviceMemo', ({ deviceMemo }) => deviceMemo),
    text('plate', ({ plate }) => plate),
    text('event', ({ name }) => name),
    text('notify', ({ notifyText }) => notifyText),
  ]
  if (kind === 'summary')
    return [...common, number('count', t('eventExport.count'), (row) => (row.kind === 'summary' ? row.count : 1))]
  return [
    ...common,
    text('memo', ({ memo }) => memo),
    text('time', ({ timeS }) => localTimeText(timeS)),
    number('lat', t('eventExport.lat'), ({ place }) => place?.lat ?? null),
    number('lng', t('eventExport.lng'), ({ place }) => place?.lng ?? null),
    number('speed', t('eventExport.speed', { unit: speedUnit(unit) }), ({ place }) =>
      place === null ? null : displaySpeed(place.speedKmh, unit, 'elsewhere'),
    ),
    text('address', addressOf),
  ]
}
