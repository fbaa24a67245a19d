// Belongs here: what the list of a device's recordings says that the server missed. Pure. Does not: asking for it (event-recovery.ts).
import type { RecordingEntry } from '@fleetglass/jt1078'
import type { DeviceEvent } from '../events/index.ts'

/** JT/T 1078 counts in GMT+8, wherever the device is. */
const ZONE_S = 8 * 3600
/** A recording begins up to this long before its alarm, and devices that report the alarm as well do so within it. */
export const SAME_EVENT_S = 60
/** Shown before and after an event whose time is known, and around an alarm recording. */
const BEFORE_S = 10
const AFTER_S = 20
/** A vehicle may stand with an alarm for hours: its first minutes show what happened. */
const LONGEST_S = 300
/** A recording that runs on while the device goes offline began up to this long before; an older one is not believed. */
export const LONGEST_FILE_S = 3600
/** Of one time offline; above it the newest count. */
export const MAX_FILES = 2_000
export const MAX_EVENTS = 100
export const MAX_FOOTAGE = 20

export interface MissedSpan {
  /** Unix seconds, `[fromS, toS)`. */
  readonly fromS: number
  readonly toS: number
}

/** What an alarm flag of a recording stands for. */
export interface RecordedAlarm {
  readonly code: number
  readonly name?: string
}

/** The part of a recording that lies after the beginning of the time offline, in UTC. */
export interface DeviceFile extends MissedSpan {
  /** Where the recording itself begins. */
  readonly beganS: number
  readonly channel: number
  readonly isMain: boolean
  readonly alarms: readonly RecordedAlarm[]
}

/** A time of which footage is wanted. */
export interface FootageSpan extends MissedSpan {
  readonly channels: readonly number[]
  readonly mainChannels: readonly number[]
}

type KnownEvent = Pick<DeviceEvent, 'change' | 'code' | 'timeS'>

/** Recordings that overlap the span, by their begin, the newest `MAX_FILES`; one without a real begin and end is left out. */
export function filesIn(
  entries: readonly RecordingEntry[],
  span: MissedSpan,
  alarmsOf: (bits: bigint) => readonly RecordedAlarm[],
): DeviceFile[] {
  return entries
    .flatMap(({ beginLocalS, endLocalS, channel, stream, alarmBits }) => {
      if (beginLocalS === null || endLocalS === null) return []
      const [beganS, toS] = [beginLocalS - ZONE_S, endLocalS - ZONE_S]
      if (toS <= beganS || toS <= span.fromS || beganS >= span.toS || beganS < span.fromS - LONGEST_FILE_S) return []
      const fromS = Math.max(beganS, span.fromS)
      return [
        { beganS, fromS, toS, channel, isMain: stream !== 2, alarms: alarmBits === 0n ? [] : alarmsOf(alarmBits) },
      ]
    })
    .sort((a, b) => a.beganS - b.beganS)
    .slice(-MAX_FILES)
}

/** Alarms of the recordings that no stored event stands for: one event for recordings of all channels that follow each other. */
export function missedAlarms(
  files: readonly DeviceFile[],
  stored: readonly KnownEvent[],
): (RecordedAlarm & { readonly timeS: number })[] {
  const runs = new Map<number, { alarm: RecordedAlarm; beganS: number; fromS: number; toS: number }[]>()
  for (const { beganS, fromS, toS, alarms } of files) {
    for (const alarm of alarms) {
      const ofCode = runs.get(alarm.code) ?? []
      const last = ofCode.at(-1)
      if (last !== undefined && fromS <= last.toS + SAME_EVENT_S) last.toS = Math.max(last.toS, toS)
      else ofCode.push({ alarm, beganS, fromS, toS })
      runs.set(alarm.code, ofCode)
    }
  }
  const isStored = (code: number, { beganS, toS }: { readonly beganS: number; readonly toS: number }): boolean =>
    stored.some(
      (event) =>
        event.change === 'new' &&
        event.code === code &&
        event.timeS >= beganS - SAME_EVENT_S &&
        event.timeS <= toS + SAME_EVENT_S,
    )
  return [...runs.values()]
    .flat()
    .filter(({ alarm, ...run }) => !isStored(alarm.code, run))
    .map(({ alarm, fromS }) => ({ ...alarm, timeS: fromS }))
    .sort((a, b) => a.timeS - b.timeS)
    .slice(-MAX_EVENTS)
}

/** Times of which footage is wanted: around alarm recordings and around events of the span that have one time only. */
export function footageOf(files: readonly DeviceFile[], eventTimesS: readonly number[], nowS: number): FootageSpan[] {
  const wanted = [
    ...files
      .filter(({ alarms }) => alarms.length > 0)
      .map(({ fromS, toS }) => ({ fromS: fromS - BEFORE_S, toS: Math.min(toS + AFTER_S, fromS + LONGEST_S) })),
    ...eventTimesS.map((timeS) => ({ fromS: timeS - BEFORE_S, toS: timeS + AFTER_S })),
  ].sort((a, b) => a.fromS - b.fromS)
  const merged: { fromS: number; toS: number }[] = []
  for (const { fromS, toS } of wanted) {
    const last = merged.at(-1)
    if (last !== undefined && fromS <= last.toS) last.toS = Math.max(last.toS, toS)
    else merged.push({ fromS, toS })
  }
  // What is not recorded yet cannot be fetched.
  const past = merged.slice(-MAX_FOOTAGE).map(({ fromS, toS }) => ({ fromS, toS: Math.min(toS, nowS) }))
  return past.flatMap((span) => withChannels(span, files))
}

/** Nothing is asked for where the device has nothing. */
function withChannels(span: MissedSpan, files: readonly DeviceFile[]): FootageSpan[] {
  const there = files.filter(({ fromS, toS }) => toS > span.fromS && fromS < span.toS)
  if (there.length === 0) return []
  const channels = distinct(there.map(({ channel }) => channel))
  return [
    { ...span, channels, mainChannels: distinct(there.filter(({ isMain }) => isMain).map(({ channel }) => channel)) },
  ]
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}
