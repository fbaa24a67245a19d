import type { Clock } from '../clock/index.ts'
import type { Database, Migration } from './database.types.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres-database.ts'
import { openSqlite } from './sqlite-database.ts'

export interface DatabaseOptions {
  /** `postgres://…`, or a path of a SQLite file. */
  readonly location: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  /** A database thread ended by itself: nothing can be stored any more. */
  readonly onFailure: (error: Error) => void
}

/** Opens the database and brings its schema up to date. Throws `StartRefused` with a sentence where it must not. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { location, migrations, clock, onFailure } = options
  const database = /^postgres(ql)?:\/\//.test(location)
    ? await openPostgres(location)
    : await openSqlite(location, onFailure)
  try {
    await migrate(database, migrations, () => clock.nowMs())
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
