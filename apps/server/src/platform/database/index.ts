export { takeDataFolder, type VisitedFolder, visitDataFolder } from './data-folder.ts'
export { createMoveRecord, MOVE_TABLES, type MoveRecord, type TableState } from './data-move.ts'
export { openDatabase } from './database.ts'
export type { Database, Migration, NumberRows } from './database.types.ts'
export { hasCome } from './has-come.ts'
export { newestRows, newestVisibleRows } from './newest-rows.ts'
export {
  openSqliteSource,
  type SourceTable,
  type SourceValue,
  type SqliteSource,
} from './sqlite-source.ts'
export { clustered, identity } from './traits.ts'
export { type Changes, WriteBatches } from './write-batches.ts'
