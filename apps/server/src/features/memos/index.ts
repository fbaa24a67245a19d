export { memosFeature } from './memos.module.ts'
