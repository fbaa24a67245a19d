/** DASH-07. */
const pagesAround = 10

/** The pages whose buttons are shown, counted from 0 (DASH-14). */
export function shownPages(page: number, pageCount: number): number[] {
  const first = Math.max(0, page - pagesAround)
  const last = Math.min(pageCount - 1, page + pagesAround)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
