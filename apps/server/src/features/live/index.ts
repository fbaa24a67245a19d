export { liveRoutes } from './live.routes.ts'
export type { MediaSocket } from './media-socket.ts'
export { createStreamGate } from './stream-gate.ts'
export { createStreamSockets, type StreamKind, type StreamSockets } from './stream-socket.ts'
