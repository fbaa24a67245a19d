export { createBusEvents } from './bus-events.ts'
export { createDirectEvents } from './direct-events.ts'
export type { StoredEvents } from './events.types.ts'
