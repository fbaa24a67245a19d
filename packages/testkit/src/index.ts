export { fastClock } from './fast-clock.ts'
export { createManualClock, type ManualClock } from './manual-clock.ts'
export { until } from './until.ts'
export { leastWorkMs } from './work.ts'
