export type {
  AwaitedVoice,
  HeardFrame,
  Voice,
  VoiceAddress,
  VoiceFailure,
  VoiceIntake,
  VoiceListener,
  VoiceSource,
  VoiceState,
  Voices,
} from './voice.types.ts'
export { createVoices } from './voices.ts'
