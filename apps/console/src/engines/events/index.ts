export { EventsProvider, useEvents } from './events.react.tsx'
export { createEvents, type Events } from './events.ts'
