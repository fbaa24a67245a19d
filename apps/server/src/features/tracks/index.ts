export { trackRoutes } from './tracks.routes.ts'
export { createTracks } from './tracks.service.ts'
export { createTrackStore } from './tracks.store.ts'
