export { feedFleet } from './feed.ts'
export { createFleet } from './fleet.ts'
export type { Fleet, LiveDevice, LiveFix } from './fleet.types.ts'
