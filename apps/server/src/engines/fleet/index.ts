export type * from './fleet.types.ts'
