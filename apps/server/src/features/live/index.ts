export { liveRoutes } from './live.routes.ts'
export { MediaSocket, SLOW_VIEWER_BYTES } from './media-socket.ts'
export { createStreamGate, type StreamGate } from './stream-gate.ts'
export { createStreamSockets, type StreamCall, type StreamKind, type StreamSocketDeps } from './stream-socket.ts'
