import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Takes numbers for changes of events, one for each row that changes; answers the first. They are unix ms, and more than any taken
 * before where changes come faster than that or the clock was set back.
 *
 * The row that counts stays locked until the transaction ends, so changes are committed in the order of their numbers: a
 * reader who saw one has seen all with lower numbers, on both databases and with several servers. Take them before events are
 * changed, so that two transactions never wait for each other.
 */
export async function takeChanges(transaction: QueryExecutorProvider, count: number, nowMs: number): Promise<number> {
  const { rows } = await sql<{ last_ms: number }>`
    update event_changes
    set last_ms = (case when last_ms >= ${nowMs} then last_ms + 1 else ${nowMs} end) + ${count - 1}
    where id = 1 returning last_ms`.execute(transaction)
  const [counted] = rows
  if (counted === undefined) throw new Error('the row of event_changes is missing')
  return counted.last_ms - count + 1
}

/** A file of this alarm comes with the transaction: the event of it is new to those who ask for what changed. */
export async function filesCame(
  transaction: QueryExecutorProvider,
  { deviceKey, alarm }: { readonly deviceKey: number; readonly alarm: string },
  nowMs: number,
): Promise<void> {
  const updatedMs = await takeChanges(transaction, 1, nowMs)
  // The newest one: a device may give a number twice. `alarm <> ''`: SQLite takes an index of some rows only where the statement says so.
  await sql`
    update events set updated_ms = ${updatedMs} where id in (
      select id from events where device_key = ${deviceKey} and alarm = ${alarm} and alarm <> '' order by id desc limit 1
    )`.execute(transaction)
}
