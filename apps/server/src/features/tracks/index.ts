export { trackRoutes } from './tracks.routes.ts'
export { createTracks, type Tracks } from './tracks.service.ts'
export { createTrackStore, type TrackStore } from './tracks.store.ts'
