export { talkRoutes } from './talk.routes.ts'
export { talkStream } from './talk.stream.ts'
