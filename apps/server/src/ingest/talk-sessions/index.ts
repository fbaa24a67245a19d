export { createTalkSessions } from './talk-sessions.ts'
