// Belongs here: which events the alarm flags of a recording (JT/T 1078-2016, table 23) stand for. Does not: raising them.
import { ALARM_NAMES } from '@fleetglass/jt808'
import { alarmSources, overspeedSource, type Source, videoAlarmSources, videoSources } from './sources.ts'

/** Bits 0 to 31 are those of 0x0200, 32 to 38 those of item 0x14. */
const FIRST_VIDEO_BIT = 32
const VIDEO_BITS: ReadonlyMap<number, Source> = new Map<number, Source>([
  [0, videoSources.videoLoss],
  [1, videoSources.occlusion],
  [2, videoSources.storageFault],
  ...videoAlarmSources,
])

/** One event of each code, as it was while the recording was made. */
export function eventsOfRecording(alarmBits: bigint): readonly Source[] {
  const byCode = new Map<number, Source>()
  const add = (source: Source | null): void => {
    if (source !== null && !byCode.has(source.code)) byCode.set(source.code, source)
  }
  ALARM_NAMES.forEach((name, bit) => {
    // The limit of the server's own rules is not known for a time without positions.
    if (isSet(alarmBits, bit)) add(name === 'overspeed' ? overspeedSource : alarmSources[name])
  })
  for (const [bit, source] of VIDEO_BITS) if (isSet(alarmBits, FIRST_VIDEO_BIT + bit)) add(source)
  return [...byCode.values()]
}

function isSet(bits: bigint, bit: number): boolean {
  return ((bits >> BigInt(bit)) & 1n) === 1n
}
