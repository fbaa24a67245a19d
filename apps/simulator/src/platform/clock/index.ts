export { type Clock, systemClock, type Timer } from './clock.ts'
export { TimerWheel, WheelTask } from './timer-wheel.ts'
