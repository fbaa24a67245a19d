export type * from './registry.types.ts'
