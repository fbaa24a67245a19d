import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { decodeText, encodeText } from '../text.ts'

/** WORD length, then as many bytes of text. */
export function readLongText(reader: ByteReader): string {
  return decodeText(reader.take(reader.u16()))
}

/** The inverse of `readLongText`. Throws when the text is too long. */
export function writeLongText(writer: ByteWriter, text: string): void {
  const bytes = encodeText(text)
  if (bytes.length > 0xffff) throw new RangeError(`a text of ${bytes.length} bytes does not fit behind a length word`)
  writer.u16(bytes.length).bytes(bytes)
}
