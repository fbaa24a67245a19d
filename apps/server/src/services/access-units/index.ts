export { createMediaSource, type MediaSource, type MediaSourceDeps } from './media-source.ts'
