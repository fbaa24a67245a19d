export { createEventMedia } from './event-media.store.ts'
export type { EventMedia } from './event-media.types.ts'
