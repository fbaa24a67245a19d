/**
 * Gathers who has something to write while one read or one commit is being worked on, and lets each write once when that
 * work is done. Bounded by the connections: each is in the list at most once.
 */
export function createFlushing(): (connection: { flush(): void }) => void {
  let waiting: { flush(): void }[] = []
  const flushAll = (): void => {
    const now = waiting
    waiting = []
    for (const connection of now) connection.flush()
  }
  return (connection) => {
    if (waiting.length === 0) queueMicrotask(flushAll)
    waiting.push(connection)
  }
}
