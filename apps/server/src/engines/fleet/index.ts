export { createFleet, type FleetDeps, type FleetEngine } from './fleet.ts'
export type * from './fleet.types.ts'
