export type * from './bus.ts'
