// Counts of one connection's messages, for the server's operators. Counting is on the hot path: additions only.
const HEARTBEAT = 0x0002
const POSITION = 0x0200
const POSITION_BATCH = 0x0704

/** Messages of one line by kind, since it was made. */
export class MessageCounts {
  heartbeats = 0
  /** Positions without an alarm, and batches of positions. */
  positions = 0
  /** Positions with an alarm bit. */
  alarms = 0
  others = 0

  /** One frame; of a message in several packets each. */
  add(messageId: number, body: Uint8Array): void {
    if (messageId === POSITION) {
      if (hasAlarm(body)) this.alarms += 1
      else this.positions += 1
    } else if (messageId === POSITION_BATCH) this.positions += 1
    else if (messageId === HEARTBEAT) this.heartbeats += 1
    else this.others += 1
  }
}

/** JT/T 808 8.12: a position begins with the 32 bits of its alarms. */
function hasAlarm(body: Uint8Array): boolean {
  return body.length >= 4 && (body[0]! | body[1]! | body[2]! | body[3]!) !== 0
}
