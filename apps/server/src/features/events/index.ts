export { createEventSockets } from './event-socket.ts'
export { eventRoutes } from './events.routes.ts'
