import { AppError } from '@fleetglass/contract/errors'
import { type DeviceRecord, RecordType } from '@fleetglass/contract/remote-playback'
import type { RecordingEntry } from '@fleetglass/jt1078'

/** JT/T 1078 counts in GMT+8, wherever the device is (REPB-42). */
const ZONE_S = 8 * 3600
/** JT/T 808, table 24: collision. */
const COLLISION = 1n << 29n
/** Bits 0–31 are those of 0x0200, 32–38 those of item 0x14; there are no others. */
const ALARM_BITS = 39n
/** Eight channels of 5-minute files for three weeks; what is longer would hold up everybody else. */
const MOST_ENTRIES = 50_000
/** No device writes one file for longer: its times are wrong. */
const LONGEST_S = 86_400
/** Records that may go on at a time; the one that began first takes no more then. */
const MOST_OPEN = 16

interface Item extends DeviceRecord {
  /** Which row of files it belongs to. */
  readonly row: string
}

interface Merged {
  readonly start: number
  end: number
  type: DeviceRecord['type']
  readonly rows: Set<string>
}

/**
 * The records of all channels and streams as one list by time (REPB-41). Items that overlap are one record; two of one
 * channel and stream never are, however their neighbours lie: a device that cuts its channels a second apart would otherwise
 * have one record a day. What has no real begin and end is left out. Throws for a list that is too long.
 */
export function mergedRecords(entries: readonly RecordingEntry[]): DeviceRecord[] {
  if (entries.length > MOST_ENTRIES) throw new AppError('list-too-long', { most: MOST_ENTRIES })
  const items = entries.flatMap((entry) => itemOf(entry) ?? []).sort((a, b) => a.start - b.start || a.end - b.end)
  const records: Merged[] = []
  /** Those that an item may still overlap, by their begin. */
  let open: Merged[] = []
  for (const item of items) {
    if (open.some(({ end }) => end <= item.start)) open = open.filter(({ end }) => end > item.start)
    const record = open.find(({ rows }) => !rows.has(item.row))
    if (record === undefined) {
      const begun = { start: item.start, end: item.end, type: item.type, rows: new Set([item.row]) }
      records.push(begun)
      open.push(begun)
      if (open.length > MOST_OPEN) open.shift()
      continue
    }
    record.end = Math.max(record.end, item.end)
    record.type = graver(record.type, item.type)
    record.rows.add(item.row)
  }
  // Each item begins at or behind the one before it, so the records are in order.
  return records.map(({ start, end, type }) => ({ start, end, type }))
}

function itemOf(entry: RecordingEntry): Item | null {
  const { beginLocalS, endLocalS } = entry
  if (beginLocalS === null || endLocalS === null || endLocalS <= beginLocalS) return null
  if (endLocalS - beginLocalS > LONGEST_S) return null
  const row = `${entry.channel}/${entry.stream}/${entry.storage}`
  return { start: beginLocalS - ZONE_S, end: endLocalS - ZONE_S, type: typeOf(entry.alarmBits), row }
}

/** Some devices put the word of 0x0200 first: its bits then stand where there are none. */
function typeOf(bits: bigint): DeviceRecord['type'] {
  const alarms = bits >> ALARM_BITS === 0n ? bits : ((bits & 0xffff_ffffn) << 32n) | (bits >> 32n)
  if (alarms === 0n) return RecordType.normal
  return (alarms & COLLISION) === 0n ? RecordType.alarm : RecordType.gSensor
}

function graver(a: DeviceRecord['type'], b: DeviceRecord['type']): DeviceRecord['type'] {
  if (a === RecordType.gSensor || b === RecordType.gSensor) return RecordType.gSensor
  return a === RecordType.normal ? b : a
}
