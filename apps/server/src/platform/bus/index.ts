export type * from './bus.ts'
export { BusUnavailable, NoResponder, RequestTimeout } from './bus-errors.ts'
export {
  openSession,
  type SessionEnd,
  type SessionHandler,
  type SessionPeer,
  serveSessions,
} from './bus-session.ts'
export { createInProcessBus } from './in-process-bus.ts'
export { createLocalFirstBus, whenRestored } from './local-first-bus.ts'
export { createNatsBus } from './nats/load-nats-bus.ts'
export type { NatsBus, NatsBusDeps } from './nats/nats-bus.ts'
export { BadPayload, badHead, bigintField, bytesField, defineJsonCodec, type PayloadCodec } from './payload-codec.ts'
