import BetterSqlite3 from 'better-sqlite3'

/** What was sent and answered. */
export interface Acknowledged {
  readonly firstTerminal: number
  /** Device time of each vehicle's first position, unix seconds. */
  readonly firstTimeS: number
  readonly acknowledgedEach: readonly number[]
}

/**
 * How many acknowledged positions a database does not hold, vehicle by vehicle: each sends one a second of device time, in
 * order, and is answered in order, so that the first so many have to be there. What lies there unanswered does not count.
 */
export function lostPositions(file: string, { firstTerminal, firstTimeS, acknowledgedEach }: Acknowledged): number {
  const database = new BetterSqlite3(file)
  const count = database
    .prepare(
      'select count(*) from track_points join devices on key = device_key where device_id = ? and time_s >= ? and time_s < ?',
    )
    .pluck()
  const stored = acknowledgedEach.map(
    (acknowledged, n) => count.get(String(firstTerminal + n), firstTimeS, firstTimeS + acknowledged) as number,
  )
  database.close()
  return acknowledgedEach.reduce((lost, count, n) => lost + Math.max(0, count - (stored[n] ?? 0)), 0)
}
