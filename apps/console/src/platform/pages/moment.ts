/** A day of the browser (YYYY-MM-DD), and the moment of it that is meant (unix seconds); null for the whole day. */
export interface Moment {
  readonly day: string
  readonly atS: number | null
}

/** The same as the query of the addresses that take one. */
export function momentQuery({ day, atS }: Moment): string {
  return `day=${encodeURIComponent(day)}${atS === null ? '' : `&at=${atS}`}`
}
