import type { Kysely } from 'kysely'

/**
 * Where the databases differ. Code asks for the flag, never for the name of the database.
 */
export interface DatabaseTraits {
  /** Words of the column type that numbers rows by itself and never gives a number twice. */
  readonly identity: 'autoincrement' | 'generated-always'
  /** Column type for bytes. */
  readonly bytesType: 'blob' | 'bytea'
  /** Tables can be stored in the order of their primary key (`without rowid`), which keeps a device's rows together. */
  readonly clusteredTables: boolean
  /** Several servers may migrate at once and must take turns by a lock of the database. */
  readonly sharedByServers: boolean
  /** Tables can be partitioned by time (`platform/partitions`), so that what is old is dropped and not deleted row by row. */
  readonly timePartitions: boolean
  /** A subquery of a join may use the columns before it (`lateral`). */
  readonly lateralJoins: boolean
}

/** Rows of numbers for one table, row after row in one array: the cheapest thing to hand to another thread. */
export interface NumberRows {
  readonly table: string
  readonly columns: readonly string[]
  /** `columns.length` values a row; integers up to 2^53, or NaN for NULL. Its buffer is handed over: do not use it again. */
  readonly values: Float64Array
  readonly onConflict: OnConflict
}

/** A compiled select (`query.compile()`). */
export interface NumberQuery {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What becomes of a row whose key exists: it stays, or the new values take its place. */
export type OnConflict =
  | { readonly key: readonly string[]; readonly action: 'ignore' }
  | {
      readonly key: readonly string[]
      readonly action: 'replace'
      /** Columns of bits, never NULL: the stored row keeps the bits of the old values beside those of the new. */
      readonly join?: readonly string[]
    }

/**
 * One database, SQLite or PostgreSQL, with the same schema and the same meaning of values: integers up to 2^53 come back
 * as numbers, `true`/`false` are stored as 1/0 in integer columns, bytes are `Uint8Array`.
 *
 * Belongs here: connections, threads, pragmas, migrations, what differs between the two. Does not: tables and queries of
 * a feature or engine (its `*.store.ts`).
 */
export interface Database {
  readonly traits: DatabaseTraits
  /** The query builder, typed with the tables that the caller declares. */
  tables<Tables>(): Kysely<Tables>
  /** Writes many rows, of several tables if need be, in one transaction; resolves when they are on disk. */
  insertNumbers(...tables: readonly NumberRows[]): Promise<void>
  /**
   * The rows of a select whose every column is a number, row after row in one array: the cheapest thing to be handed by
   * another thread. NULL is NaN.
   */
  readNumbers(query: NumberQuery): Promise<Float64Array>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Queries that were given to the database and have not been answered. */
  readonly waiting: number
  close(): Promise<void>
}

/** One step of the schema. Its number is its place in the list; steps only ever go forward. */
export interface Migration {
  /** `0002-devices`: number, feature, what it does. */
  readonly name: string
  up(db: Kysely<unknown>, traits: DatabaseTraits): Promise<void>
}
