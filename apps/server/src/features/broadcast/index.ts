export { broadcastStream } from './broadcast.stream.ts'
