export {
  type StartupTraceAnswer,
  startupTraceAccess,
  startupTraceAnswerSchema,
  startupTracePath,
  startupTraceRequestSchema,
} from './live.http.ts'
export { PLAYING_MS, RECONNECT_PERIOD_MS, SILENT_MS } from './live.rules.ts'
