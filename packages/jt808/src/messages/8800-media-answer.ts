import { defineMessage, readMany } from '../message.ts'

/** Whether a picture, sound or clip came whole. */
export interface MediaAnswer {
  readonly mediaId: number
  /** Packets to send again, from 1. Empty or absent: all came; devices differ in which of the two they understand. */
  readonly packetNumbers?: readonly number[]
}

/** 0x8800, down: answer to 0x0801. JT/T 808-2013, 8.53. */
export const mediaAnswer = defineMessage({
  id: 0x8800,
  name: 'mediaAnswer',
  decode(reader): MediaAnswer {
    const mediaId = reader.u32()
    if (reader.remaining === 0) return { mediaId }
    return { mediaId, packetNumbers: readMany(reader.u8(), () => reader.u16()) }
  },
  encode(writer, { mediaId, packetNumbers }) {
    writer.u32(mediaId)
    if (!packetNumbers) return
    writer.u8(packetNumbers.length)
    for (const number of packetNumbers) writer.u16(number)
  },
})
