export type {
  AwaitedVoice,
  HeardFrame,
  Voice,
  VoiceAddress,
  VoiceFailure,
  VoiceIntake,
  VoiceListener,
  VoiceRequest,
  VoiceSource,
  VoiceState,
  Voices,
} from './talk.types.ts'
