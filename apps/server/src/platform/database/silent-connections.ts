// Belongs here: which connections to PostgreSQL went silent. Does not: queries (postgres-database.ts).
import pg from 'pg'

/** A query that takes longer is looked after. */
const LOOK_AFTER_MS = 4_000
/** Without a fresh connection to ask by, what waits so long is given up. */
const GIVE_UP_MS = 8_000
const PERIOD_MS = 1_000
/** For a fresh connection, and for its answer. */
const ANSWER_MS = 4_000

/** What of `pg.Client` is not in its types. */
interface Inside {
  readonly processID?: number | null
  readonly connection: { readonly stream: { destroy(error: Error): void } }
}

interface Tracked {
  readonly client: pg.PoolClient
  /** When the query that is under way was sent; `null`: none is. */
  sentMs: number | null
  /** Grows with each query. */
  query: number
  /** The query that the server was not working on at the last look. */
  suspect: number
  isIdle: boolean
}

export class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the connection to PostgreSQL went silent')
  }
}

/**
 * A connection whose packets are dropped looks like one whose query takes long. A fresh connection asks PostgreSQL: what it
 * is not working on, twice in a row, has no answer any more, and the connection ends, on both sides, so that no transaction
 * is left that holds locks. A query that PostgreSQL does work on may take as long as it needs.
 */
export class SilentConnections {
  readonly #url: string
  readonly #tracked = new Map<pg.PoolClient, Tracked>()
  readonly #timer: NodeJS.Timeout
  #looking = false

  constructor(url: string) {
    this.#url = url
    this.#timer = setInterval(() => void this.#look(), PERIOD_MS)
    this.#timer.unref()
  }

  /** Follows the connections of a pool. */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => this.#track(client))
    pool.on('acquire', (client) => this.#setIdle(client, false))
    pool.on('release', (_error, client) => this.#setIdle(client, true))
    pool.on('remove', (client) => this.#tracked.delete(client))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #setIdle(client: pg.PoolClient, isIdle: boolean): void {
    const tracked = this.#tracked.get(client)
    if (tracked !== undefined) tracked.isIdle = isIdle
  }

  #track(client: pg.PoolClient): void {
    const tracked: Tracked = { client, sentMs: null, query: 0, suspect: 0, isIdle: false }
    this.#tracked.set(client, tracked)
    // One in use that ends fails its queries; without a listener it would also end the process.
    client.on('error', () => undefined)
    client.once('end', () => this.#tracked.delete(client))
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      tracked.query += 1
      tracked.sentMs = performance.now()
      const answered = (): void => {
        tracked.sentMs = null
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        const callback = last as (...results: unknown[]) => void
        return send(...args.slice(0, -1), (...results: unknown[]) => {
          answered()
          callback(...results)
        })
      }
      const reply = send(...args) as Promise<unknown>
      reply.then(answered, answered)
      return reply
    }) as typeof client.query
  }

  async #look(): Promise<void> {
    const nowMs = performance.now()
    const late = [...this.#tracked.values()].filter(({ sentMs }) => sentMs !== null && nowMs - sentMs > LOOK_AFTER_MS)
    if (late.length === 0 || this.#looking) return
    this.#looking = true
    try {
      await this.#ask(late)
    } catch (error) {
      // It answers, if only that it takes no more connections.
      if (/^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')) return
      for (const { client, sentMs } of late) {
        if (sentMs !== null && performance.now() - sentMs > GIVE_UP_MS) end(client)
      }
    } finally {
      this.#looking = false
    }
  }

  async #ask(late: readonly Tracked[]): Promise<void> {
    const asked = new Map(late.map((one) => [one, one.query]))
    const fresh = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    fresh.on('error', () => undefined)
    try {
      await fresh.connect()
      const pids = late.map(({ client }) => pidOf(client))
      const working = await fresh.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = any($1) and state = 'active' and wait_event is distinct from 'ClientWrite'`,
        [pids],
      )
      const busy = new Set(working.rows.map(({ pid }) => pid))
      const silent = late.filter((one) => {
        const isSame = one.sentMs !== null && one.query === asked.get(one)
        if (!isSame || busy.has(pidOf(one.client))) return false
        const isSecond = one.suspect === one.query
        one.suspect = one.query
        return isSecond
      })
      if (silent.length === 0) return
      await fresh.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)', [
        silent.map(({ client }) => pidOf(client)),
      ])
      for (const { client } of silent) end(client)
      // Those at rest went the same way, most likely: the next query is not to find out one by one.
      for (const { client, isIdle } of this.#tracked.values()) if (isIdle) end(client)
    } finally {
      fresh.end().catch(() => undefined)
    }
  }
}

function pidOf(client: pg.PoolClient): number {
  return (client as unknown as Inside).processID ?? 0
}

function end(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Inside).connection
  stream.destroy(new SilentConnection())
}
