/** Rows that an export holds in memory at once. */
const PAGE_ROWS = 2_000

/** The rows of a log as they are exported, newest first: `read` answers at most `limit` that are older than `before`. */
export async function* exportPages<Row, Exported>(
  read: (before: Row | undefined, limit: number) => Promise<readonly Row[]>,
  exported: (row: Row) => Exported,
): AsyncGenerator<readonly Exported[]> {
  let before: Row | undefined
  do {
    const rows = await read(before, PAGE_ROWS)
    yield rows.map(exported)
    before = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
  } while (before !== undefined)
}
