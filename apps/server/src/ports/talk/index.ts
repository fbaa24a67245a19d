export { createBusTalk, serveTalks } from './bus-talk.ts'
export { createDirectTalk } from './direct-talk.ts'
export type {
  AwaitedVoice,
  HeardFrame,
  TalkPort,
  Voice,
  VoiceAddress,
  VoiceIntake,
  VoiceListener,
  VoiceRequest,
  VoiceSource,
  VoiceState,
  Voices,
} from './talk.types.ts'
