export { createEventPush } from './event-push.ts'
