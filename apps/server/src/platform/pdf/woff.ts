import { inflateSync } from 'node:zlib'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16

/**
 * The font file that a WOFF file packs (W3C WOFF 1.0, 4 and 5). `fontkit` reads WOFF too, but it inflates the table of outlines again for each
 * glyph, which takes seconds for a Chinese font. For our own files: they are not checked.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const size = woff.readUInt32BE(16)
  const sfnt = Buffer.alloc(size)
  woff.copy(sfnt, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  sfnt.writeUInt16BE(count, 4)
  sfnt.writeUInt16BE(2 ** power * 16, 6)
  sfnt.writeUInt16BE(power, 8)
  sfnt.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let at = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES
  for (let index = 0; index < count; index++) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength === length ? packed : inflateSync(packed)
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    woff.copy(sfnt, target, entry, entry + 4)
    woff.copy(sfnt, target + 4, entry + 16, entry + 20)
    sfnt.writeUInt32BE(at, target + 8)
    sfnt.writeUInt32BE(length, target + 12)
    table.copy(sfnt, at)
    // Tables begin at multiples of four.
    at += Math.ceil(length / 4) * 4
  }
  return sfnt
}
