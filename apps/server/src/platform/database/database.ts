import type { Clock } from '../clock/index.ts'
import { ownThreads, type ThreadSource } from '../worker/index.ts'
import { rejectUnfinishedMove } from './data-move.ts'
import type { Database, Migration } from './database.types.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres-database.ts'
import { type ServerLease, takeLease } from './server-lease.ts'
import { openSqlite } from './sqlite-database.ts'

export interface DatabaseOptions {
  /** `postgres://…`, or a path of a SQLite file. */
  readonly location: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  /** A database thread ended by itself: nothing can be stored any more. */
  readonly onFailure: (error: Error) => void
  /** Takes a database that several servers could use for this one alone, under this name. Left out: for a short visit. */
  readonly holder?: string
  /** For the connections to a SQLite file; left out: `ownThreads`. */
  readonly threads?: ThreadSource
  /** Runs when the database is taken and its schema is as it was; left out: a database that is being filled by a move is refused. */
  readonly prepare?: (database: Database) => Promise<void>
}

/** Opens the database and brings its schema up to date. Throws `StartError` with a sentence where it must not. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const {
    location,
    migrations,
    clock,
    onFailure,
    holder,
    threads = ownThreads,
    prepare = rejectUnfinishedMove,
  } = options
  const bringUp = async (opened: Database): Promise<void> => {
    await prepare(opened)
    await migrate(opened, migrations, () => clock.nowMs())
  }
  const database = /^postgres(ql)?:\/\//.test(location)
    ? await openPostgres(location)
    : await openSqlite(location, threads, onFailure)
  try {
    if (holder === undefined || !database.traits.sharedByServers) {
      await bringUp(database)
      return database
    }
    const lease = await takeLease(database, { clock, holder, onLost: onFailure })
    try {
      await bringUp(database)
    } catch (error) {
      await lease.release()
      throw error
    }
    return leased(database, lease)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The database, which gives its lease back before it closes. */
function leased(database: Database, lease: ServerLease): Database {
  let closing: Promise<void> | null = null
  return {
    traits: database.traits,
    tables: () => database.tables(),
    insertNumbers: (...tables) => database.insertNumbers(...tables),
    readNumbers: (query) => database.readNumbers(query),
    ping: () => database.ping(),
    get waiting() {
      return database.waiting
    },
    close() {
      closing ??= lease.release().then(() => database.close())
      return closing
    },
  }
}
