export { createEventStore, type EventStore, type KeptEvent } from './event.store.ts'
export { createEventEngine } from './event-engine.ts'
export type * from './event-engine.types.ts'
export { onStoredEvent } from './event-subject.ts'
