// Belongs here: times of recordings as JT/T 1078 counts them. Does not: messages (ingest/gateway/signalling).
import type { RecordingEntry } from '@fleetglass/jt1078'

/** JT/T 1078 counts in GMT+8, wherever the device is (REPB-42). */
const ZONE_S = 8 * 3600

/** The wire writes years as two digits: 2000 to 2099. */
const FIRST_MS = Date.UTC(2000, 0, 1) - ZONE_S * 1000
const END_MS = Date.UTC(2100, 0, 1) - ZONE_S * 1000

/** Whether a message can say this time, unix ms. */
export function isWireTime(timeMs: number): boolean {
  return timeMs >= FIRST_MS && timeMs <= END_MS - 1000
}

/** The end of the latest item, unix ms; `null` when none of them says. */
export function lastEndMs(entries: readonly RecordingEntry[]): number | null {
  const ends = entries.flatMap(({ endLocalS }) => (endLocalS === null ? [] : [(endLocalS - ZONE_S) * 1000]))
  return ends.length === 0 ? null : Math.max(...ends)
}
