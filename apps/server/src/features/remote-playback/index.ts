export { createRecordLists } from './record-lists.ts'
export { recordListRoutes } from './remote-playback.routes.ts'
export { remotePlaybackStream } from './remote-playback.stream.ts'
