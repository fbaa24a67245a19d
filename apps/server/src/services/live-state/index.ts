export { createFleet } from './fleet.ts'
export type { Fleet, LiveDevice, LiveFix, LiveReport } from './fleet.types.ts'
export { onOnlineChange } from './online-changes.ts'
