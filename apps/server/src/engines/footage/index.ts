export { createFootage } from './footage.ts'
export type * from './footage.types.ts'
