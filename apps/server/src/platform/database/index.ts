export { takeDataFolder } from './data-folder.ts'
export { openDatabase } from './database.ts'
export type { Database, Migration, NumberRows } from './database.types.ts'
export { clustered, identity } from './traits.ts'
