import { defineMessage } from '../message.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/** The platform's time. */
export interface ServerTime {
  /** In UTC, unlike all other times of the protocol. */
  readonly utc: TimeDigits
}

/** 0x8004, down: answer to 0x0004. JT/T 808-2019, 8.5. */
export const serverTime = defineMessage({
  id: 0x8004,
  name: 'serverTime',
  decode: (reader): ServerTime => ({ utc: reader.bcd(6) }),
  encode: (writer, body) => writeTime(writer, body.utc),
})
