import { ByteReader } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'
import { type BatchEntry, batchEntryBytes, readBatchEntry } from './0704-position-batch.ts'

/** What small trackers send under one number: positions in bulk, or how full the battery is. */
export type TrackerReport =
  | { readonly kind: 'positions'; readonly entries: readonly BatchEntry[] }
  | { readonly kind: 'battery'; readonly batteryPercent: number; readonly time: TimeDigits }

const BATTERY_BYTES = 7

/** 0x0210, up: not in the standard. Seven bytes are the battery; else each position stands behind a one-byte length. */
export const trackerReport = defineMessage({
  id: 0x0210,
  name: 'trackerReport',
  decode(reader): TrackerReport {
    if (reader.remaining === BATTERY_BYTES) {
      return { kind: 'battery', batteryPercent: reader.u8(), time: reader.bcd(6) }
    }
    const entries: BatchEntry[] = []
    while (reader.remaining > 0) entries.push(readBatchEntry(new ByteReader(reader.take(reader.u8()))))
    return { kind: 'positions', entries }
  },
  encode(writer, body) {
    if (body.kind === 'battery') {
      writeTime(writer.u8(body.batteryPercent), body.time)
      return
    }
    for (const entry of body.entries) {
      const bytes = batchEntryBytes(entry)
      if (bytes.length > 0xff) throw new RangeError(`a position of ${bytes.length} bytes does not fit`)
      writer.u8(bytes.length).bytes(bytes)
    }
  },
})
