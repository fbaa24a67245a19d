export type * from './commands.types.ts'
