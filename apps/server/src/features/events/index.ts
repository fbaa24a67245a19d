export { createEventSockets } from './event-socket.ts'
