export { createFleet } from './fleet.ts'
export type * from './fleet.types.ts'
