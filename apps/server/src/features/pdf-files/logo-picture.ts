import { AppError } from '@fleetglass/contract/errors'

/** Pixels of a side: a small file can unpack to a picture that needs gigabytes. */
const SIDE_MAX = 2_000
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The bytes of a logo that was sent as a data address; `null` where none was sent. Throws `pdf-logo-unreadable`. */
export function logoPicture(address: string): Uint8Array | null {
  if (address === '') return null
  const encoded = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+=*)$/.exec(address)?.[1]
  const bytes = Buffer.from(encoded ?? '', 'base64')
  const size = pngSize(bytes) ?? jpegSize(bytes)
  const isDrawable = size !== null && size.every((side) => side > 0 && side <= SIDE_MAX)
  if (!isDrawable) throw new AppError('pdf-logo-unreadable')
  return bytes
}

function pngSize(bytes: Buffer): readonly number[] | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** The size is in the first frame header, SOF0 to SOF15 without the tables that lie between them (ITU-T T.81, B.1.1.3). */
function jpegSize(bytes: Buffer): readonly number[] | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
