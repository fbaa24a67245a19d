import type { ListRecordings, RecordingEntry } from '@fleetglass/jt1078'

/** When the recorder was on, unix seconds UTC, `[fromS, toS)`, ascending. */
export interface OnTime {
  readonly fromS: number
  readonly toS: number
}

/** What a recorder has on its disk at one moment. */
export interface Disk {
  readonly channels: number
  /** Bytes a second of one channel's main stream with sound. */
  readonly bytesPerS: number
  /** Oldest recording, unix seconds UTC: what was before is overwritten. */
  readonly oldestS: number
  readonly nowS: number
  readonly utcOffsetS: number
  onTimes(fromS: number, toS: number): readonly OnTime[]
  /** Alarms that held since the device was started, ascending. */
  readonly alarms: readonly RecordedAlarm[]
}

/** A time with alarm bits; an open one ends at infinity. */
export interface RecordedAlarm extends OnTime {
  readonly bits: number
}

/** A recorder closes its files every ten minutes of the clock. */
const FILE_S = 600
const MAIN = 1
const SOUND_AND_PICTURE = 0

/**
 * The files a 0x9205 (or the span of a 0x9201) asks for, oldest first: each time the recorder was on, cut at every ten
 * minutes, once per channel. An alarm has files of its own, with its bits. Only the main stream is recorded, on the main storage, sound
 * and picture together; other requests get an empty list.
 */
export function listRecordings(
  disk: Disk,
  query: Omit<ListRecordings, 'resource'> & { resource: number },
): RecordingEntry[] {
  const fromS = Math.max(disk.oldestS, query.fromLocalS === null ? 0 : query.fromLocalS - disk.utcOffsetS)
  const toS = Math.min(disk.nowS, query.toLocalS === null ? Infinity : query.toLocalS - disk.utcOffsetS)
  const wrongKind = query.stream > MAIN || query.storage > 1
  if (wrongKind || toS <= fromS || query.channel > disk.channels) return []
  const channels = query.channel === 0 ? Array.from({ length: disk.channels }, (_, at) => at + 1) : [query.channel]
  const entries: RecordingEntry[] = []
  for (const file of filesBetween(disk, fromS, toS).flatMap((whole) => cutAtAlarms(disk, whole))) {
    const isBeside = file.toS <= fromS || file.fromS >= toS
    const isWanted = query.alarmBits === 0n || (query.alarmBits & BigInt(file.bits)) !== 0n
    if (isBeside || !isWanted) continue
    for (const channel of channels) entries.push(entry(disk, channel, file))
  }
  return entries
}

function cutAtAlarms({ alarms }: Disk, file: OnTime): RecordedAlarm[] {
  const edges = alarms.flatMap(({ fromS, toS }) => [fromS, toS]).filter((at) => at > file.fromS && at < file.toS)
  const cuts = [...new Set([file.fromS, ...edges, file.toS])].sort((a, b) => a - b)
  return cuts.slice(1).map((toS, at) => {
    const fromS = cuts[at] ?? file.fromS
    const held = alarms.filter((alarm) => alarm.fromS < toS && alarm.toS > fromS)
    return { fromS, toS, bits: held.reduce((bits, alarm) => (bits | alarm.bits) >>> 0, 0) }
  })
}

/** Whole files that overlap `[fromS, toS)`. */
export function filesBetween(disk: Disk, fromS: number, toS: number): OnTime[] {
  const files: OnTime[] = []
  // A file that began before the span belongs to it: look from the start of its ten minutes.
  const start = Math.max(disk.oldestS, Math.floor(fromS / FILE_S) * FILE_S)
  const end = Math.min(disk.nowS, Math.ceil(toS / FILE_S) * FILE_S)
  for (const on of disk.onTimes(start, end)) {
    for (let at = on.fromS; at < on.toS; ) {
      const until = Math.min(on.toS, (Math.floor(at / FILE_S) + 1) * FILE_S)
      if (until > fromS && at < toS && until - at >= 1) files.push({ fromS: at, toS: until })
      at = until
    }
  }
  return files
}

function entry(disk: Disk, channel: number, file: RecordedAlarm): RecordingEntry {
  return {
    channel,
    beginLocalS: Math.ceil(file.fromS) + disk.utcOffsetS,
    endLocalS: Math.floor(file.toS) + disk.utcOffsetS,
    alarmBits: BigInt(file.bits),
    resource: SOUND_AND_PICTURE,
    stream: MAIN,
    storage: 1,
    sizeBytes: Math.round((file.toS - file.fromS) * disk.bytesPerS),
  }
}
