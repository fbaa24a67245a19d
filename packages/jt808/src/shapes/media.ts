import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/** What a picture, sound or clip is and why it was taken. */
export interface MediaLabel {
  readonly id: number
  /** 0 picture, 1 sound, 2 video. */
  readonly kind: number
  /** 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. */
  readonly format: number
  /** 0 platform, 1 timer, 2 robbery, 3 collision or rollover; 2019: 4 door open, 5 door closed, 6 speeding up, 7 distance. */
  readonly event: number
  readonly channel: number
}

export function readMediaLabel(reader: ByteReader): MediaLabel {
  return {
    id: reader.u32(),
    kind: reader.u8(),
    format: reader.u8(),
    event: reader.u8(),
    channel: reader.u8(),
  }
}

export function writeMediaLabel(writer: ByteWriter, label: MediaLabel): void {
  writer.u32(label.id).u8(label.kind).u8(label.format).u8(label.event).u8(label.channel)
}

/** Which stored media are meant. Channel 0: all; a time of zeros: open. */
export interface MediaSearch {
  readonly kind: number
  readonly channel: number
  readonly event: number
  readonly from: TimeDigits
  readonly to: TimeDigits
}

export function readMediaSearch(reader: ByteReader): MediaSearch {
  return {
    kind: reader.u8(),
    channel: reader.u8(),
    event: reader.u8(),
    from: reader.bcd(6),
    to: reader.bcd(6),
  }
}

export function writeMediaSearch(writer: ByteWriter, search: MediaSearch): void {
  writer.u8(search.kind).u8(search.channel).u8(search.event)
  writeTime(writer, search.from)
  writeTime(writer, search.to)
}
