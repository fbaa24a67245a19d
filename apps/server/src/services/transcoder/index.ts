export type { TranscodedRecording } from './transcoded-recording.ts'
export { createTranscodedStreams, type TranscodedStreams } from './transcoded-streams.ts'
