export { PLAYING_MS, RECONNECT_PERIOD_MS, STALLED_MS } from './live.rules.ts'
