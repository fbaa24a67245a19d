export { createEventFetch, type EventFetch } from './event-fetch.ts'
export type { FetchTask } from './event-fetches.ts'
