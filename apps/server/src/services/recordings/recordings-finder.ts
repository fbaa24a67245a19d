// Belongs here: questions about recordings. Does not: files (recording-player.ts), statements (recording.store.ts).
import type { RecordedRange, RunningRecordings, Segment } from '../../ports/recordings/index.ts'
import { type FindRange, findClosed, merge, overlaps } from './closed-files.ts'
import { LONGEST_SEGMENT_MS, type RecordingStore } from './recording.store.ts'
import type { Recordings } from './recordings.types.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = 86_400_000
const DEVICES_AT_ONCE = 12
/** Between the last picture of a file and the first of the next one. */
const TURN_MS = 1_000
/** Segments asked for at once while playing: half an hour, so that the index is not asked for each file. */
const PAGE = 30
/** At the newest moment of a channel that is being recorded the next fragment is waited for this long. */
export const NEXT_FRAGMENT_MS = 5_000

export interface FinderDeps {
  readonly store: RecordingStore
  readonly running: Pick<RunningRecordings, 'running'>
  /** `undefined` for a device that is not registered. */
  readonly deviceIdOf: (deviceKey: number) => string | undefined
  /** Closed files that have no row yet, of all devices. */
  readonly unindexed: () => Iterable<Segment>
}

export interface RecordingsFinder extends Omit<Recordings, 'play' | 'backwards'> {
  /** As of `Recordings`; about `limit` of them where it is given. */
  find(deviceKey: number, range: FindRange, limit?: number): Promise<Segment[]>
  /** The files of one channel that end after a time, in order. */
  from(deviceKey: number, channel: number, fromMs: number): SegmentCursor
  /** The latest file of one channel that begins before a time, with what is on disk of it. */
  latestBefore(deviceKey: number, channel: number, beforeMs: number): Promise<Segment | null>
  /** Whether the channel has a file that is not closed yet. */
  isGrowing(deviceKey: number, channel: number): Promise<boolean>
}

export interface SegmentCursor {
  /** The next ones; a file that is not closed comes again when it has grown, and before those after it. Empty: no more now. */
  next(): Promise<readonly Segment[]>
}

export function createRecordingsFinder(deps: FinderDeps): RecordingsFinder {
  const { store, running, deviceIdOf, unindexed } = deps

  async function runningOf(deviceKey: number | null): Promise<readonly Segment[]> {
    if (deviceKey === null) return await running.running(null)
    const deviceId = deviceIdOf(deviceKey)
    return deviceId === undefined ? [] : await running.running(deviceId)
  }

  async function growing(deviceKey: number, channel: number): Promise<readonly Segment[]> {
    return (await runningOf(deviceKey)).filter((segment) => segment.channel === channel)
  }

  /** With the running files that were listed before: a file that closes in between is then in both, never in neither. */
  async function findWith(
    listed: readonly Segment[],
    deviceKey: number,
    range: FindRange,
    limit?: number,
  ): Promise<Segment[]> {
    const closed = await findClosed({ store, unindexed }, deviceKey, range, limit)
    return merge(
      closed,
      listed.filter((segment) => overlaps(segment, range)),
    )
  }

  async function find(deviceKey: number, range: FindRange, limit?: number): Promise<Segment[]> {
    return await findWith(await runningOf(deviceKey), deviceKey, range, limit)
  }

  async function latestBefore(deviceKey: number, channel: number, beforeMs: number): Promise<Segment | null> {
    // Asked before the index: a file that closes in between is then in both, never in neither.
    const listed = await growing(deviceKey, channel)
    const withoutRow = [...unindexed()].filter((one) => one.deviceKey === deviceKey && one.channel === channel)
    const found = [...listed, ...withoutRow].filter(({ startMs }) => startMs < beforeMs)
    const closed = await store.latestBefore(deviceKey, channel, beforeMs)
    if (closed !== null) found.push(closed)
    return found.reduce<Segment | null>((last, next) => (last && last.startMs >= next.startMs ? last : next), null)
  }

  async function ranges(deviceKey: number, range: RecordedRange): Promise<Map<number, RecordedRange[]>> {
    const channels = new Map<number, RecordedRange[]>()
    for (const segment of await find(deviceKey, range)) {
      const known = channels.get(segment.channel) ?? []
      channels.set(segment.channel, known)
      const startMs = Math.max(segment.startMs, range.startMs)
      const endMs = Math.min(segment.endMs, range.endMs)
      const last = known.at(-1)
      if (last === undefined || startMs - last.endMs > TURN_MS) known.push({ startMs, endMs })
      else known[known.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) }
    }
    return channels
  }

  async function days(
    deviceKeys: readonly number[] | null,
    utcOffsetS: number,
    range: RecordedRange = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER },
  ): Promise<number[]> {
    if (deviceKeys?.length === 0) return []
    const offsetMs = utcOffsetS * 1000
    const dayOf = (timeMs: number): number => Math.floor((timeMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs
    const starts = new Set<number>()
    // Asked before the index: a file that closes in between is then in both, never in neither.
    const listed = await running.running(null)
    for (const { deviceKey, startMs } of [...unindexed(), ...listed]) {
      const isAsked = deviceKeys === null || deviceKeys.includes(deviceKey)
      if (isAsked && startMs >= range.startMs && startMs < range.endMs) starts.add(dayOf(startMs))
    }
    for (const startMs of await store.days(deviceKeys, offsetMs, range)) starts.add(startMs)
    return [...starts].sort((a, b) => a - b).map((startMs) => startMs / 1000)
  }

  /** The recorded minutes of the 24 hours from `startMs`, of one device or of all (`null`). */
  async function dayFlags(deviceKey: number | null, startMs: number): Promise<ReadonlyMap<number, Uint8Array>> {
    const endMs = startMs + DAY_MS
    const flags = new Map<number, Uint8Array>()
    const mark = (of: number, first: number, last: number): void => {
      const day = flags.get(of) ?? new Uint8Array(DAY_MINUTES)
      flags.set(of, day)
      day.fill(1, Math.max(0, first), Math.min(DAY_MINUTES, last + 1))
    }
    // Asked before the index: a file that closes in between is then in both, never in neither.
    const listed = await runningOf(deviceKey)
    for (const segment of [...unindexed(), ...listed]) {
      if (deviceKey !== null && segment.deviceKey !== deviceKey) continue
      const [first, last] = [segment.startMs, segment.endMs - 1].map((ms) => Math.floor((ms - startMs) / MINUTE_MS))
      if (segment.startMs < endMs && segment.endMs > startMs) mark(segment.deviceKey, first ?? 0, last ?? 0)
    }
    const keys = deviceKey === null ? await store.devicesWithin(startMs - LONGEST_SEGMENT_MS, endMs) : [deviceKey]
    // Devices by the dozen: a day of one is up to 1440 rows.
    for (let at = 0; at < keys.length; at += DEVICES_AT_ONCE) {
      const spans = await store.minuteSpans(keys.slice(at, at + DEVICES_AT_ONCE), { startMs, endMs })
      for (const span of spans) mark(span.deviceKey, span.first, span.last)
    }
    return flags
  }

  async function recordedMinutes(startMs: number): Promise<ReadonlyMap<number, number>> {
    const minutes = new Map<number, number>()
    for (const [deviceKey, day] of await dayFlags(null, startMs)) {
      const count = day.reduce((sum, flag) => sum + flag, 0)
      if (count > 0) minutes.set(deviceKey, count)
    }
    return minutes
  }

  function from(deviceKey: number, channel: number, fromMs: number): SegmentCursor {
    let nextMs = fromMs
    let last: Segment | null = null
    return {
      async next() {
        const unclosed = await growing(deviceKey, channel)
        const page = await findWith(
          unclosed,
          deviceKey,
          { startMs: nextMs, endMs: Number.MAX_SAFE_INTEGER, channel },
          PAGE,
        )
        // By its start: a file moves to the bucket while it is played.
        const fresh = page.filter(({ startMs, bytes }) => startMs !== last?.startMs || bytes > last.bytes)
        const first = fresh[0]
        // What the disk has not of a file yet comes before the one after it.
        if (first === undefined || unclosed.some(({ startMs }) => startMs < first.startMs)) return []
        // A full page of the index ends before the file in the making: that one comes with a later page.
        const whole = page.length > PAGE ? fresh.slice(0, PAGE - 1) : fresh
        const grows = whole.findIndex(({ path }) => unclosed.some((segment) => segment.path === path))
        const part = grows === -1 ? whole : whole.slice(0, grows + 1)
        for (const { endMs } of part) nextMs = Math.max(nextMs + 1, endMs)
        last = part.at(-1) ?? last
        return part
      },
    }
  }

  return {
    find,
    ranges,
    days,
    latestBefore,
    recordedMinutes,
    from,
    isGrowing: async (deviceKey, channel) => (await growing(deviceKey, channel)).length > 0,
    async minuteFlags(deviceKey, startMs) {
      const flags = (await dayFlags(deviceKey, startMs)).get(deviceKey)
      return flags === undefined ? '0'.repeat(DAY_MINUTES) : flags.join('')
    },
    async hasAnyFrom(deviceKey, channel, fromMs) {
      const found = await find(deviceKey, { startMs: fromMs, endMs: fromMs + LONGEST_SEGMENT_MS, channel }, 1)
      if (found.length > 0) return true
      if ((await from(deviceKey, channel, fromMs).next()).length > 0) return true
      // The newest moment: its fragment is not on disk yet.
      return (await growing(deviceKey, channel)).some(({ endMs }) => endMs + NEXT_FRAGMENT_MS > fromMs)
    },
  }
}
