export { broadcastFeature } from './broadcast.module.ts'
