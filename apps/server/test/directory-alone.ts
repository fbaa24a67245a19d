// The directory on a database of its own, without a server: for what measures it.

export { systemClock } from '../src/platform/clock/index.ts'
export { type Database, openDatabase } from '../src/platform/database/index.ts'
export type { Account } from '../src/services/directory/index.ts'
export {
  createDirectoryChanges,
  createRegistry,
  createVisibility,
  type Registry,
  type Visibility,
} from '../src/services/directory/index.ts'
