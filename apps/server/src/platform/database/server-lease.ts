// Belongs here: which server may use a database that several could reach. Does not: the file lock of a data folder (data-folder.ts).

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock/index.ts'
import { StartError } from '../errors/index.ts'
import type { Database } from './database.types.ts'

/** A server that was killed holds the database so long. */
const LEASE_S = 10
const RENEW_MS = 3_000
const TRY_MS = 1_000
/** A lease that stands longer although nobody renews it was given by a clock that went back: a person has to look. */
const LONGEST_WAIT_MS = (LEASE_S + 5) * 1000
/** Any fixed number: servers that make the table at the same time take turns by it. */
const LOCK = 7_808_1079

export interface LeaseOptions {
  readonly clock: Clock
  /** Who this server is, for the person who starts another one. */
  readonly holder: string
  /** Another server has taken the database: this one must end. */
  readonly onLost: (error: Error) => void
}

export interface ServerLease {
  release(): Promise<void>
}

interface LeaseHolder {
  readonly holder: string
  readonly until: Date
  /** By the clock of the database. */
  readonly seen: Date
}

/**
 * Takes the database for this server, by the clock of the database. Waits for a lease that nobody renews to end; throws
 * `StartError` with the holder's name when it is renewed.
 */
export async function takeLease(database: Database, { clock, holder, onLost }: LeaseOptions): Promise<ServerLease> {
  const db = database.tables()
  const token = randomUUID()
  const until = sql`now() + make_interval(secs => ${LEASE_S})`
  const take = async (): Promise<boolean> => {
    const taken = await sql`
      insert into server_lease (id, token, holder, until) values (1, ${token}, ${holder}, ${until})
      on conflict (id) do update set token = excluded.token, holder = excluded.holder, until = excluded.until
      where server_lease.until < now() returning id`.execute(db)
    return taken.rows.length > 0
  }
  const read = async (): Promise<LeaseHolder | undefined> =>
    (await sql<LeaseHolder>`select holder, until, now() as seen from server_lease where id = 1`.execute(db)).rows[0]

  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    await sql`create table if not exists server_lease
      (id integer primary key, token text not null, holder text not null, until timestamptz not null)`.execute(
      transaction,
    )
  })
  let first = await read()
  while (!(await take())) {
    const present = await read()
    // Another one may have come between the first look and the first try.
    first ??= present
    if (first !== undefined && present !== undefined) rejectStanding(first, present)
    await new Promise<void>((resolve) => clock.after(TRY_MS, resolve))
  }

  const renew = async (): Promise<void> => {
    const renewed = await sql`update server_lease set until = ${until} where id = 1 and token = ${token}`.execute(db)
    if (renewed.numAffectedRows === 0n) {
      timer.cancel()
      onLost(new Error(`another server has taken the database: ${(await read())?.holder ?? 'its name is not known'}`))
    }
  }
  const timer = clock.every(RENEW_MS, () => {
    // A database that does not answer is reported by the storage watch, and nobody else can take it meanwhile.
    renewing ??= renew()
      .catch(() => undefined)
      .finally(() => {
        renewing = null
      })
  })
  let renewing: Promise<void> | null = null
  return {
    async release() {
      timer.cancel()
      await renewing
      await sql`delete from server_lease where id = 1 and token = ${token}`.execute(db).catch(() => undefined)
    },
  }
}

/** Throws `StartError` for a lease that was renewed, and for one that stands longer than any lease may. */
function rejectStanding(first: LeaseHolder, { holder, until, seen }: LeaseHolder): void {
  if (until.getTime() !== first.until.getTime()) {
    throw new StartError(
      `The database is used by another running Fleetglass server: ${holder}. Stop that one, or give this one a database of its own with "database".`,
    )
  }
  if (seen.getTime() - first.seen.getTime() < LONGEST_WAIT_MS) return
  throw new StartError(
    `The database is reserved until ${until.toISOString()} for ${holder}, which does not renew it. If nothing runs there, delete the row of the table server_lease.`,
  )
}
