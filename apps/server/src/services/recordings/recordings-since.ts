import type { Recordings } from './recordings.types.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The recordings without what is older: for a user with a retention limit. `earliestMs` is called whenever something is read. */
export function recordingsSince(recordings: Recordings, earliestMs: () => number): Recordings {
  const from = (startMs: number): number => Math.max(startMs, earliestMs())
  return {
    async find(deviceKey, range) {
      const startMs = from(range.startMs)
      return startMs < range.endMs ? recordings.find(deviceKey, { ...range, startMs }) : []
    },
    async minuteFlags(deviceKey, startMs) {
      const flags = await recordings.minuteFlags(deviceKey, startMs)
      const hidden = Math.ceil((earliestMs() - startMs) / MINUTE_MS)
      return hidden <= 0 ? flags : '0'.repeat(Math.min(hidden, flags.length)) + flags.slice(hidden)
    },
    async ranges(deviceKey, { startMs, endMs }) {
      const visible = { startMs: from(startMs), endMs }
      return visible.startMs < endMs ? recordings.ranges(deviceKey, visible) : new Map()
    },
    async days(deviceKeys, utcOffsetS, range) {
      if (range === undefined && earliestMs() === 0) return recordings.days(deviceKeys, utcOffsetS)
      const { startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = range ?? {}
      const visible = { startMs: from(startMs), endMs }
      return visible.startMs < endMs ? recordings.days(deviceKeys, utcOffsetS, visible) : []
    },
    play: (deviceKey, channel, fromMs, signal, options) =>
      recordings.play(deviceKey, channel, from(fromMs), signal, options),
    async *backwards(deviceKey, channel, beforeMs, signal) {
      for await (const group of recordings.backwards(deviceKey, channel, beforeMs, signal)) {
        if ((group.at(-1)?.timestampMs ?? 0) < earliestMs()) return
        yield group
      }
    },
    // The day on which the limit lies counts whole.
    recordedMinutes: async (startMs) =>
      startMs + DAY_MS > earliestMs() ? recordings.recordedMinutes(startMs) : new Map(),
    hasAnyFrom: (deviceKey, channel, fromMs) => recordings.hasAnyFrom(deviceKey, channel, from(fromMs)),
  }
}
