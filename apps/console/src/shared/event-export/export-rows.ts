import type { Device } from '../../engines/fleet/index.ts'

/** An event as the pages of events show it. */
export interface ExportedEvent {
  /** Of the row: unique among the events of the dialog. */
  readonly key: string
  readonly deviceId: string
  /** As the page calls it. */
  readonly name: string
  /** What its profile says beside the name; '' for nothing. */
  readonly notifyText: string
  readonly memo: string
  /** Unix seconds. */
  readonly timeS: number
  readonly place: { readonly lat: number; readonly lng: number; readonly speedKmh: number } | null
}

interface NamedEvent extends ExportedEvent {
  readonly driver: string
  readonly deviceMemo: string
  readonly plate: string
}

/** A row of Detail. */
export interface DetailRow extends NamedEvent {
  readonly kind: 'detail'
}

/** A row of Summary: the events of one device that have the same name and text. */
export interface SummaryRow extends NamedEvent {
  readonly kind: 'summary'
  readonly count: number
}

export type ExportRow = DetailRow | SummaryRow

export function detailRows(
  events: readonly ExportedEvent[],
  devices: ReadonlyMap<string, Device>,
): readonly DetailRow[] {
  return events.map((event) => {
    const { driverName: driver = '', memo: deviceMemo = '', plate = '' } = devices.get(event.deviceId) ?? {}
    return { ...event, kind: 'detail', driver, deviceMemo, plate }
  })
}

/** EXPORT-16: in the order in which the first event of each group stands. */
export function summaryRows(rows: readonly DetailRow[]): readonly SummaryRow[] {
  const groups = new Map<string, SummaryRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.deviceId, row.name, row.notifyText])
    groups.set(key, { ...row, kind: 'summary', key, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}
