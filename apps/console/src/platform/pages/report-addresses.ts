/** Days of the browser (YYYY-MM-DD), both included. */
interface Days {
  readonly first: string
  readonly last: string
}

/** The address of the mileage report of some days, of one device or of all. */
export function mileageAddress({ first, last }: Days, deviceId: string | null): string {
  const query = new URLSearchParams({ first, last })
  if (deviceId !== null) query.set('device', deviceId)
  return `/mileage?${query}`
}

export interface AskedEvents {
  /** Unix seconds of whole minutes, `[start, end)`. */
  readonly startS: number
  readonly endS: number
  readonly deviceId?: string | null
  readonly codes?: readonly number[]
}

/** The address of the event query with its criteria filled in. */
export function eventQueryAddress({ startS, endS, deviceId = null, codes = [] }: AskedEvents): string {
  const query = new URLSearchParams({ from: String(startS), to: String(endS) })
  if (deviceId !== null) query.set('device', deviceId)
  if (codes.length > 0) query.set('codes', codes.join())
  return `/queryeventex?${query}`
}

/** What an address of the event query asks for; null where it asks for nothing. */
export function askedEvents(query: URLSearchParams): AskedEvents | null {
  const [startS, endS] = ['from', 'to'].map((name) => Number(query.get(name) || Number.NaN))
  if (!isMinute(startS) || !isMinute(endS) || startS >= endS) return null
  const codes = (query.get('codes') ?? '').split(',').filter((code) => /^\d{1,5}$/.test(code))
  return { startS, endS, deviceId: query.get('device'), codes: codes.map(Number) }
}

function isMinute(seconds: number | undefined): seconds is number {
  return seconds !== undefined && Number.isSafeInteger(seconds) && seconds >= 0 && seconds % 60 === 0
}
