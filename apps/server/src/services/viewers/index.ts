export { Denial } from './kept-access.ts'
export { keepAnswer } from './kept-answer.ts'
export { MediaSocket } from './media-socket.ts'
export { createStreamGate, type StreamGate } from './stream-gate.ts'
export {
  createStreamSockets,
  type FleetStreamCall,
  type FleetStreamKind,
  type StreamCall,
  type StreamKind,
  type StreamSockets,
} from './stream-socket.ts'
