export { liveRoutes } from './live.routes.ts'
export { liveStream } from './live.stream.ts'
