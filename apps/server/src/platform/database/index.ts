export { type DataFolder, takeDataFolder } from './data-folder.ts'
export { type DatabaseOptions, openDatabase } from './database.ts'
export type {
  Database,
  DatabaseTraits,
  Migration,
  NumberRows,
} from './database.types.ts'
export { clustered, identity } from './traits.ts'
