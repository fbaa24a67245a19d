/** DASH-06. */
export const devicesPerPage = 12
/** At least one page, so that an empty table has one too. */
export function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / devicesPerPage))
}
