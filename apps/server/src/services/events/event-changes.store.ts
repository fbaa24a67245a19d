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
