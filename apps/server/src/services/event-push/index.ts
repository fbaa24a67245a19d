export { createEventPush } from './event-push.ts'
export { type OutgoingEvent, outgoingEvent } from './outgoing-event.ts'
