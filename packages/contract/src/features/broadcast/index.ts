export {
  type BroadcastCommand,
  type BroadcastMessage,
  type BroadcastMode,
  broadcastModes,
  MAX_BROADCAST_DEVICES,
  MAX_BROADCAST_START_BYTES,
  parseBroadcastCommand,
  parseBroadcastMessage,
} from './broadcast.messages.ts'
export { mayBroadcast, mayStart } from './broadcast.rules.ts'
