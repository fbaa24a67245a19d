export { createBusTalk, serveTalks } from './bus-talk.ts'
export { createDirectTalk } from './direct-talk.ts'
export type {
  AwaitedTalk,
  DeviceSound,
  TalkAddress,
  TalkConnection,
  TalkIntake,
  TalkListener,
  TalkPort,
  TalkRequest,
  TalkSession,
  TalkSessions,
  TalkState,
} from './talk.types.ts'
