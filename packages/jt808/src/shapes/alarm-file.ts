import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readShortText, writeShortText } from '../text.ts'

/** One file of an alarm. */
export interface AlarmFile {
  /** `kind_channel_alarm type_sequence_alarm number.ext` */
  readonly fileName: string
  /** 0 picture, 1 sound, 2 video, 3 text, 4 other. */
  readonly kind: number
  readonly byteLength: number
}

export function readAlarmFile(reader: ByteReader): AlarmFile {
  return { fileName: readShortText(reader), kind: reader.u8(), byteLength: reader.u32() }
}

export function writeAlarmFile(writer: ByteWriter, file: AlarmFile): void {
  writeShortText(writer, file.fileName)
  writer.u8(file.kind).u32(file.byteLength)
}
