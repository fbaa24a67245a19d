import { defineMessage, readMany } from '../message.ts'

/** What came of a shot. */
export interface ShotResult {
  readonly answeredSerial: number
  /** 0 done, 1 failed, 2 channel not supported. */
  readonly result: number
  /** The media made; present when the result is 0. */
  readonly mediaIds?: readonly number[]
}

/** 0x0805, up: answer to 0x8801. JT/T 808-2013, 8.55. */
export const shotResult = defineMessage({
  id: 0x0805,
  name: 'shotResult',
  decode(reader): ShotResult {
    const answer = { answeredSerial: reader.u16(), result: reader.u8() }
    if (answer.result !== 0) return answer
    return { ...answer, mediaIds: readMany(reader.u16(), () => reader.u32()) }
  },
  encode(writer, body) {
    writer.u16(body.answeredSerial).u8(body.result)
    if (body.result !== 0) return
    const ids = body.mediaIds ?? []
    writer.u16(ids.length)
    for (const id of ids) writer.u32(id)
  },
})
