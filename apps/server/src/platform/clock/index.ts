export { type Clock, systemClock, type Timer } from './clock.ts'
export { SteadyTime } from './steady-time.ts'
