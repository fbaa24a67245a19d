export { type EventName, useEventName } from './event-name.ts'
export { EventsProvider, useEvents } from './events.react.tsx'
export { createEvents, type Events } from './events.ts'
