import { sessionTw } from './session.tw.ts'

/** Traditional Chinese. */
export const tw = { ...sessionTw }
