import type { ColumnDefinitionBuilder, CreateTableBuilder } from 'kysely'
import { sql } from 'kysely'
import type { DatabaseTraits } from './database.types.ts'

export const sqliteTraits: DatabaseTraits = {
  identity: 'autoincrement',
  bytesType: 'blob',
  clusteredTables: true,
  sharedByServers: false,
  timePartitions: false,
  lateralJoins: false,
}

export const postgresTraits: DatabaseTraits = {
  identity: 'generated-always',
  bytesType: 'bytea',
  clusteredTables: false,
  sharedByServers: true,
  timePartitions: true,
  lateralJoins: true,
}

/** For migrations: makes an integer column the primary key that numbers its rows and never gives a number twice. */
export function identity(traits: DatabaseTraits): (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder {
  return (column) =>
    traits.identity === 'autoincrement'
      ? column.notNull().primaryKey().autoIncrement()
      : column.notNull().primaryKey().generatedAlwaysAsIdentity()
}

/** For migrations: keeps the rows in the order of the primary key, where the database can. */
export function clustered<T extends string, C extends string>(
  traits: DatabaseTraits,
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C> {
  return traits.clusteredTables ? table.modifyEnd(sql`without rowid`) : table
}
