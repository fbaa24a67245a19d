import BetterSqlite3 from 'better-sqlite3'

/**
 * How many acknowledged positions a database does not hold, vehicle by vehicle: each sends one a second of device time, in
 * order, and is answered in order, so that the first so many have to be there.
 */
export function lostPositions(file: string, firstTerminal: number, acknowledgedEach: readonly number[]): number {
  const database = new BetterSqlite3(file)
  const count = database
    .prepare('select count(*) from track_points join devices on key = device_key where device_id = ?')
    .pluck()
  const stored = acknowledgedEach.map((_, n) => count.get(String(firstTerminal + n)) as number)
  database.close()
  return acknowledgedEach.reduce((lost, count, n) => lost + Math.max(0, count - (stored[n] ?? 0)), 0)
}
