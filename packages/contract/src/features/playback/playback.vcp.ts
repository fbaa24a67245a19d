type Fields = Readonly<Record<string, string>>

/** Which minutes of a day have a recording. */
export const RECORDED_MINUTES = 'Q06'
/** Which days have a recording or an event. */
export const RECORDED_DAYS = 'Q08'

/** Minutes of the day that `Q06` answers for, whatever the clock does on it. */
export const MINUTES_A_DAY = 1440

/** UTC offsets that exist, in seconds. */
export const MAX_OFFSET_S = 14 * 3600

/** `Q06`: device in `A`, begin of the day in unix seconds in `B`. */
export function encodeRecordedMinutes(asked: { deviceId: string; beginS: number }): Fields {
  return { A: asked.deviceId, B: String(asked.beginS) }
}

/** `null` when the begin is no time. */
export function decodeRecordedMinutes({ A, B }: Fields): { deviceId: string; beginS: number } | null {
  if (B === undefined || !/^\d{1,11}$/.test(B)) return null
  return { deviceId: A ?? '', beginS: Number(B) }
}

/** The payload of a `Q06` reply: for each minute whether it has a recording. `null` for anything else. */
export function readMinuteFlags(payload: string): boolean[] | null {
  if (payload.length !== MINUTES_A_DAY || /[^01]/.test(payload)) return null
  return Array.from(payload, (flag) => flag === '1')
}

/** What a day must have to be listed by `Q08`, in `K`; left out: an event or a recording. */
const RECORDINGS_ALONE = 'recording'

/** Whose days, and by which clock. `onlyRecorded`: days with nothing but events are left out. */
interface AskedDays {
  readonly deviceId: string | null
  readonly utcOffsetS: number
  readonly onlyRecorded: boolean
}

/** `Q08`: offset from UTC in seconds in `T`, optionally a device in `A` and what the days must have in `K`. */
export function encodeRecordedDays({ deviceId, utcOffsetS, onlyRecorded }: AskedDays): Fields {
  const days = { T: String(utcOffsetS), ...(deviceId !== null && { A: deviceId }) }
  return onlyRecorded ? { ...days, K: RECORDINGS_ALONE } : days
}

/** `null` when the offset is none that exists, or `K` is unknown. */
export function decodeRecordedDays({ A, T, K = '' }: Fields): AskedDays | null {
  if (T === undefined || !/^-?\d{1,5}$/.test(T) || Math.abs(Number(T)) > MAX_OFFSET_S) return null
  if (K !== '' && K !== RECORDINGS_ALONE) return null
  return { deviceId: A === undefined || A === '' ? null : A, utcOffsetS: Number(T), onlyRecorded: K !== '' }
}

/** The payload of a `Q08` reply: unix seconds in lower-case hex between commas. */
export function writeDayStarts(startsS: readonly number[]): string {
  return startsS.map((startS) => startS.toString(16)).join(',')
}

/** `null` when a part is no hex number. */
export function readDayStarts(payload: string): number[] | null {
  if (payload === '') return []
  const parts = payload.split(',')
  return parts.every((part) => /^-?[0-9a-f]{1,12}$/i.test(part)) ? parts.map((part) => Number.parseInt(part, 16)) : null
}
