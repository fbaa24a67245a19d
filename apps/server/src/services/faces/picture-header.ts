// Belongs here: what a picture is, by its first bytes, before anything decodes it.
import { attempt, ByteReader, Malformed } from '@fleetglass/bytes'

export interface PictureHeader {
  readonly kind: 'jpeg' | 'png'
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  /** 1 to 8, as in Exif: how the picture has to be turned. */
  readonly orientation: number
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** `null`: neither a JPEG nor a PNG. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const read = bytes[0] === 0xff ? jpegHeader : pngHeader
  const header = attempt(() => read(new ByteReader(bytes)))
  return header.ok ? header.value : null
}

/** The size stands in the frame header, 0xFFC0 to 0xFFCF without 4, 8 and 12 (ITU-T T.81, B.1.1.3). */
function jpegHeader(reader: ByteReader): PictureHeader {
  expect(reader, [0xff, 0xd8])
  let orientation = 1
  for (;;) {
    expect(reader, [0xff])
    let marker = reader.u8()
    while (marker === 0xff) marker = reader.u8()
    const segment = new ByteReader(reader.take(Math.max(0, reader.u16() - 2)))
    if (marker === 0xe1) orientation = exifOrientation(segment) ?? orientation
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      segment.skip(1)
      const height = segment.u16()
      const width = segment.u16()
      return { kind: 'jpeg', width, height, isAnimated: false, orientation }
    }
    if (marker === 0xda) throw new Malformed(reader.offset, 'the scan begins without a frame header')
  }
}

const ORIENTATION_TAG = 0x0112

/** Exif: a TIFF header of either byte order, then the entries of its first directory. `null`: it does not say. */
function exifOrientation(segment: ByteReader): number | null {
  const found = attempt(() => {
    expect(segment, [0x45, 0x78, 0x69, 0x66, 0, 0])
    const tiff = segment.rest()
    const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
    const little = tiff[0] === 0x49
    const at = (offset: number, bytes: number): number => {
      if (offset + bytes > tiff.length) throw new Malformed(offset, 'the directory ends early')
      return bytes === 2 ? view.getUint16(offset, little) : view.getUint32(offset, little)
    }
    const directory = at(4, 4)
    for (let entry = 0; entry < at(directory, 2); entry++) {
      const offset = directory + 2 + entry * 12
      if (at(offset, 2) === ORIENTATION_TAG) return at(offset + 8, 2)
    }
    return null
  })
  if (!found.ok || found.value === null) return null
  return found.value >= 1 && found.value <= 8 ? found.value : null
}

/** The chunk `acTL` before the first data makes a PNG an animated one. */
function pngHeader(reader: ByteReader): PictureHeader {
  expect(reader, PNG_SIGNATURE)
  if (chunkAt(reader).name !== 'IHDR') throw new Malformed(reader.offset, 'no size')
  const width = reader.u32()
  const height = reader.u32()
  reader.skip(5 + 4)
  for (;;) {
    const { name, length } = chunkAt(reader)
    if (name === 'IDAT' || name === 'acTL') {
      return { kind: 'png', width, height, isAnimated: name === 'acTL', orientation: 1 }
    }
    reader.skip(length + 4)
  }
}

function chunkAt(reader: ByteReader): { readonly name: string; readonly length: number } {
  const length = reader.u32()
  return { length, name: String.fromCharCode(...reader.take(4)) }
}

function expect(reader: ByteReader, wanted: readonly number[]): void {
  for (const byte of wanted)
    if (reader.u8() !== byte) throw new Malformed(reader.offset - 1, 'another byte was expected')
}
