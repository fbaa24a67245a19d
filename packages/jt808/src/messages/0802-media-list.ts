import { defineMessage, readMany } from '../message.ts'
import { type Position, readBarePosition, writePosition } from './0200-position.ts'

/** One stored picture, sound or clip. */
export interface StoredMedia {
  /** 0 in 2011, which has none. */
  readonly id: number
  readonly kind: number
  readonly channel: number
  readonly event: number
  readonly position: Position
}

/** What a terminal has stored. */
export interface MediaList {
  readonly answeredSerial: number
  readonly media: readonly StoredMedia[]
}

/** Kind, channel, event and a position: an entry of 2011 has no id. */
const BYTES_OF_2011 = 3 + 28

/** 0x0802, up: answer to 0x8802. JT/T 808-2013, 8.57. */
export const mediaList = defineMessage({
  id: 0x0802,
  name: 'mediaList',
  decode(reader): MediaList {
    const answeredSerial = reader.u16()
    const count = reader.u16()
    const hasIds = reader.remaining !== count * BYTES_OF_2011
    const media = readMany(count, () => ({
      id: hasIds ? reader.u32() : 0,
      kind: reader.u8(),
      channel: reader.u8(),
      event: reader.u8(),
      position: readBarePosition(reader),
    }))
    return { answeredSerial, media }
  },
  encode(writer, body) {
    writer.u16(body.answeredSerial).u16(body.media.length)
    for (const { id, kind, channel, event, position } of body.media) {
      writePosition(writer.u32(id).u8(kind).u8(channel).u8(event), { ...position, items: [] })
    }
  },
})
