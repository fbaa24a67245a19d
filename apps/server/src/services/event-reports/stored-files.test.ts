import { describe, expect, it } from 'vitest'
import type { FileSize } from './report.store.ts'
import { filesToRemove } from './stored-files.ts'

const DAY_S = 86_400
const NOW_S = 1_790_000_000
const MINUTELY = 1
const DAILY = 2

/** The oldest first, `everyS` apart until now. */
function filesOf(reportId: number, count: number, everyS: number, bytes = 1_000): FileSize[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${reportId}-${at}`,
    reportId,
    bytes,
    updateS: NOW_S - (count - 1 - at) * everyS,
  }))
}
const removed = (...files: readonly FileSize[]): string[] =>
  filesToRemove(
    files.toSorted((one, other) => one.updateS - other.updateS),
    NOW_S,
  ).map(({ id }) => id)

describe('room for report files', () => {
  it('a report of each minute takes it from its own oldest files, and leaves those of other reports', () => {
    const gone = removed(...filesOf(DAILY, 300, DAY_S), ...filesOf(MINUTELY, 20_000, 60))
    expect(gone).toEqual(Array.from({ length: 300 }, (_, at) => `${MINUTELY}-${at}`))
  })

  it('a report with large files takes it from its own, and leaves the small ones of others', () => {
    const gone = removed(...filesOf(DAILY, 300, DAY_S), ...filesOf(MINUTELY, 3, 60, 1024 ** 3))
    expect(gone).toEqual([`${MINUTELY}-0`, `${MINUTELY}-1`])
  })

  it('is also that of files older than 400 days, and no file goes without need', () => {
    expect(removed(...filesOf(DAILY, 402, DAY_S))).toEqual([`${DAILY}-0`])
    expect(removed(...filesOf(DAILY, 300, DAY_S), ...filesOf(MINUTELY, 19_700, 60))).toEqual([])
    expect(removed()).toEqual([])
  })
})
