export { type DataFolder, DataFolderRefused, takeDataFolder } from './data-folder.ts'
export { type DatabaseOptions, openDatabase } from './database.ts'
export {
  type Database,
  DatabaseRefused,
  type DatabaseTraits,
  type Migration,
  type NumberRows,
} from './database.types.ts'
export { clustered, identity } from './traits.ts'
