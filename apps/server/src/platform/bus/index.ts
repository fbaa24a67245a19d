export type * from './bus.ts'
export {
  openSession,
  type SessionEnd,
  type SessionHandler,
  type SessionPeer,
  serveSessions,
} from './bus-session.ts'
export { createInProcessBus, NoResponder, RequestTimeout } from './in-process-bus.ts'
export { BadPayload, badHead, bigintField, bytesField, defineJsonCodec, type PayloadCodec } from './payload-codec.ts'
