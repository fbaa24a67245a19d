import type { DeviceRecord } from '@fleetglass/contract/remote-playback'

/** A row of the table. `current` is what the device records while one looks (REPB-28). */
export interface ShownRecord {
  /** Unix seconds, `[start, end)`. */
  readonly start: number
  readonly end: number
  readonly type: DeviceRecord['type'] | 'current'
}

/** REPB-28, REPB-29, REPB-36: while the device records, the time since the end of the last record is one of its own. */
export function withCurrent(
  records: readonly DeviceRecord[],
  recording: boolean,
  nowS: number,
): readonly ShownRecord[] {
  const last = records.at(-1)
  if (!recording || last === undefined) return records
  const start = Math.max(...records.map(({ end }) => end)) + 1
  return start >= nowS ? records : [...records, { start, end: nowS, type: 'current' }]
}
