export { createRelays, type HeartbeatRelay, type PositionRelay } from './relays.ts'
