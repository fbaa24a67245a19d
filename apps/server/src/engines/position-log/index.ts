export type * from './position-log.types.ts'
