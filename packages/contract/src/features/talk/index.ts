export {
  parseTalkAudioName,
  TALK_AUDIO_FOLDER,
  type TalkAudioSide,
  type TalkRow,
  talkAudioPath,
  talkLogAccess,
  talkLogPath,
  talkLogRequestSchema,
  talkRowsSchema,
} from './talk.http.ts'
export {
  DEVICE_BUSY,
  mayBeginTalk,
  TALK_FRAME_BYTES,
  TALK_FRAME_SAMPLES,
  TALK_SAMPLE_RATE,
} from './talk.rules.ts'
