import { MILEAGE_SLOT_S, type MileageSlot } from '@fleetglass/contract/tracks'
import { dayOf } from '../../shared/calendar/index.ts'

/** What one row of the report is. */
export const ROW_KINDS = ['halfHours', 'wholeDays', 'vehicles'] as const
export type RowKind = (typeof ROW_KINDS)[number]

export interface MileageRow {
  readonly deviceId: string
  readonly distanceMm: number
  /** Unix seconds. */
  readonly startS: number
  readonly endS: number
}

const MM_PER_KM = 1e6

/** MILE-12. */
export function kmOf(distanceMm: number): number {
  return distanceMm / MM_PER_KM
}

/** Rows of one kind, in the order of the answer: by device and time. A row of a day or a vehicle lasts from its first movement to its last. */
export function mileageRows(slots: readonly MileageSlot[], kind: RowKind): readonly MileageRow[] {
  const rows = slots.map(({ deviceid, distance, starttime }) => ({
    deviceId: deviceid,
    distanceMm: distance,
    startS: starttime,
    endS: starttime + MILEAGE_SLOT_S,
  }))
  if (kind === 'halfHours') return rows
  const partOf = kind === 'wholeDays' ? ({ startS }: MileageRow) => dayOf(startS * 1000) : () => ''
  const sums = new Map<string, MileageRow>()
  for (const row of rows) {
    const name = `${row.deviceId}/${partOf(row)}`
    const sum = sums.get(name)
    if (sum === undefined) sums.set(name, row)
    else sums.set(name, { ...sum, distanceMm: sum.distanceMm + row.distanceMm, endS: row.endS })
  }
  return [...sums.values()]
}

export function totalMm(rows: readonly { readonly distanceMm: number }[]): number {
  return rows.reduce((sum, { distanceMm }) => sum + distanceMm, 0)
}

/** MILE-09. */
const CHART_MOST = 50

/** The devices that drove farthest, the first of them first. */
export function farthest(slots: readonly MileageSlot[]): readonly MileageRow[] {
  return mileageRows(slots, 'vehicles')
    .toSorted((one, other) => other.distanceMm - one.distanceMm)
    .slice(0, CHART_MOST)
}
