import { type ByteReader, Malformed } from '@fleetglass/bytes'
import { define } from '../definition.ts'
import { readLocalTime, writeLocalTime } from '../wire-fields.ts'

/** One recording of the terminal. */
export interface RecordingEntry {
  readonly channel: number
  /** Device's zone; `null` when it is no real time. */
  readonly beginLocalS: number | null
  readonly endLocalS: number | null
  readonly alarmBits: bigint
  /** 0 audio and video, 1 audio, 2 video. */
  readonly resource: number
  /** 1 main, 2 sub. */
  readonly stream: number
  /** 1 main, 2 backup. */
  readonly storage: number
  readonly sizeBytes: number
}

/** The answer to 0x9205, and to 0x9201 (what will be played). */
export interface RecordingList {
  readonly replySerial: number
  readonly entries: readonly RecordingEntry[]
}

const ENTRY_BYTES = 28

/**
 * 0x1205, up: list of recordings. JT/T 1078-2016, 5.6.2. Over 36 entries it comes in sub-packages, of which only the
 * first has serial and count: join them before decoding.
 */
export const recordingList = define({
  id: 0x1205,
  name: 'recordingList',
  decode: (reader): RecordingList => {
    const replySerial = reader.u16()
    const at = reader.offset
    const count = reader.u32()
    if (count * ENTRY_BYTES > reader.remaining) {
      throw new Malformed(at, `${count} recordings announced, bytes for ${Math.floor(reader.remaining / ENTRY_BYTES)}`)
    }
    return { replySerial, entries: Array.from({ length: count }, () => readEntry(reader)) }
  },
  encode: (writer, body) => {
    writer.u16(body.replySerial).u32(body.entries.length)
    for (const entry of body.entries) {
      writer.u8(entry.channel)
      writeLocalTime(writer, entry.beginLocalS)
      writeLocalTime(writer, entry.endLocalS)
      writer.u64(entry.alarmBits).u8(entry.resource).u8(entry.stream).u8(entry.storage).u32(entry.sizeBytes)
    }
  },
})

function readEntry(reader: ByteReader): RecordingEntry {
  return {
    channel: reader.u8(),
    beginLocalS: readLocalTime(reader),
    endLocalS: readLocalTime(reader),
    alarmBits: reader.u64(),
    resource: reader.u8(),
    stream: reader.u8(),
    storage: reader.u8(),
    sizeBytes: reader.u32(),
  }
}
