import { ByteWriter } from '@fleetglass/bytes'

/** A box (ISO/IEC 14496-12, 4.2): length, four letters, content. */
export function box(type: string, ...contents: readonly Uint8Array[]): Uint8Array {
  let length = 8
  for (const content of contents) length += content.length
  const writer = new ByteWriter(length).u32(length)
  for (let at = 0; at < 4; at++) writer.u8(type.charCodeAt(at))
  for (const content of contents) writer.bytes(content)
  return writer.finish()
}

/** A full box: version and flags in front of its fields. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  write: (writer: ByteWriter) => void,
  ...children: readonly Uint8Array[]
): Uint8Array {
  return box(
    type,
    fields((writer) => {
      writer.u8(version).u24(flags)
      write(writer)
    }),
    ...children,
  )
}

/** The bytes that `write` writes. */
export function fields(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter()
  write(writer)
  return writer.finish()
}

/** Four letters as the number that stands in the file. */
export function fourLetters(type: string): number {
  return (
    ((type.charCodeAt(0) << 24) | (type.charCodeAt(1) << 16) | (type.charCodeAt(2) << 8) | type.charCodeAt(3)) >>> 0
  )
}
