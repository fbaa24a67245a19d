export { createEventFetch, type EventFetch } from './event-fetch.ts'
