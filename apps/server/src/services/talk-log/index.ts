export { talkAudio } from './talk-audio.ts'
export { createTalkLog } from './talk-log.ts'
export type { Talk, TalkLog, TalkRecording } from './talk-log.types.ts'
