import { type ByteReader, isBcd } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'
import { type MediaLabel, readMediaLabel, writeMediaLabel } from '../shapes/media.ts'
import { POSITION_BYTES, type Position, readBarePosition, writePosition } from './0200-position.ts'

/** A picture, sound or clip. */
export interface MediaData extends MediaLabel {
  /** Where it was made; not in 2011. */
  readonly position?: Position
  readonly data: Uint8Array
}

/** 0x0801, up: multimedia data, nearly always in packets (join them first). JT/T 808-2013, 8.52. */
export const mediaData = defineMessage({
  id: 0x0801,
  name: 'mediaData',
  decode(reader): MediaData {
    const label = readMediaLabel(reader)
    const position = hasPosition(reader) ? { position: readBarePosition(reader) } : undefined
    return { ...label, ...position, data: reader.rest() }
  },
  encode(writer, body) {
    writeMediaLabel(writer, body)
    if (body.position) writePosition(writer, { ...body.position, items: [] })
    writer.bytes(body.data)
  },
})

/** 2011 goes on with the data, and shares the header: a JPEG begins here, or where the time should be is no BCD. */
function hasPosition(reader: ByteReader): boolean {
  const { bytes, offset, remaining } = reader
  if (remaining < POSITION_BYTES) return false
  const isJpeg = bytes[offset] === 0xff && bytes[offset + 1] === 0xd8
  return !isJpeg && isBcd(bytes.subarray(offset + POSITION_BYTES - 6, offset + POSITION_BYTES))
}
