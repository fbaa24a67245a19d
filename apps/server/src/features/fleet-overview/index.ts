export { fleetOverviewFeature } from './fleet-overview.module.ts'
