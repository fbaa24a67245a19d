export { EventsProvider, useEvents } from './events.react.tsx'
export { createEvents, type EventSocket, type Events } from './events.ts'
