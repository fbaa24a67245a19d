export { type EventName, useEventName, useStandardEventName } from './event-name.ts'
export { EventsProvider, useEvents } from './events.react.tsx'
export { createEvents, type Events } from './events.ts'
