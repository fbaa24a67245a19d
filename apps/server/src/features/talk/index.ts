export { talkFeature } from './talk.module.ts'
