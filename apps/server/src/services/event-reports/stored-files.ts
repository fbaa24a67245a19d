// Belongs here: which report files make room for others. Does not: removing them (event-reports.ts).
import type { FileSize } from './report.store.ts'

const STORED_S_MAX = 400 * 86_400
/** Of all reports together. */
const STORED_FILES_MAX = 20_000
const STORED_BYTES_MAX = 2 * 1024 ** 3

/**
 * Files that are too old and, beyond the limits of all files, the oldest of the report that has the most: a report of each minute takes its own place,
 * and not that of a report that has less. `files` are the oldest first.
 */
export function filesToRemove(files: readonly FileSize[], nowS: number): readonly FileSize[] {
  const removed = files.filter(({ updateS }) => updateS < nowS - STORED_S_MAX)
  const stored = filesByReport(files.slice(removed.length))
  removed.push(...takeBeyond(stored, STORED_FILES_MAX, () => 1))
  removed.push(...takeBeyond(stored, STORED_BYTES_MAX, ({ bytes }) => bytes))
  return removed
}

type FilesByReport = ReadonlyMap<number, FileSize[]>

function filesByReport(files: readonly FileSize[]): FilesByReport {
  const byReport = new Map<number, FileSize[]>()
  for (const file of files) {
    const own = byReport.get(file.reportId) ?? []
    byReport.set(file.reportId, own)
    own.push(file)
  }
  return byReport
}

/** Takes the oldest file of the report that has the most, until all have at most `most`. */
function takeBeyond(stored: FilesByReport, most: number, sizeOf: (file: FileSize) => number): FileSize[] {
  const sizes = new Map([...stored].map(([report, own]) => [report, own.reduce((sum, file) => sum + sizeOf(file), 0)]))
  let all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const taken: FileSize[] = []
  while (all > most) {
    const [largest] = [...sizes].reduce((one, other) => (other[1] > one[1] ? other : one))
    const file = stored.get(largest)?.shift()
    if (file === undefined) break
    sizes.set(largest, (sizes.get(largest) ?? 0) - sizeOf(file))
    all -= sizeOf(file)
    taken.push(file)
  }
  return taken
}
