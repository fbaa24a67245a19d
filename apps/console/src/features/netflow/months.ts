/** A month of the browser's calendar; `index` counts from 0. */
export interface Month {
  readonly year: number
  readonly index: number
}

/** NETF-02: the present month and the three before it, the newest first. */
export function monthChoices(nowMs: number): readonly Month[] {
  const now = new Date(nowMs)
  return [0, 1, 2, 3].map((back) => {
    const first = new Date(now.getFullYear(), now.getMonth() - back, 1)
    return { year: first.getFullYear(), index: first.getMonth() }
  })
}

/** The first and the last second of a month, unix seconds. */
export function monthRange({ year, index }: Month): { readonly starttime: number; readonly endtime: number } {
  const starttime = new Date(year, index, 1).getTime() / 1000
  return { starttime, endtime: new Date(year, index + 1, 1).getTime() / 1000 - 1 }
}

export function daysOf({ year, index }: Month): number {
  return new Date(year, index + 1, 0).getDate()
}

/** `YYYY-MM`. */
export function monthName({ year, index }: Month): string {
  return `${year}-${String(index + 1).padStart(2, '0')}`
}
