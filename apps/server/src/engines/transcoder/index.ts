export { createTranscodedStreams, type TranscodedStreams } from './transcoded-streams.ts'
