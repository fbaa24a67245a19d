import { defineMessage } from '../message.ts'

/** The platform's time, in UTC. */
export interface TimeAnswer {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0. */
  readonly result: number
}

/** 0x8109, down: answer to 0x0109. Not in the standard. */
export const timeAnswer = defineMessage({
  id: 0x8109,
  name: 'timeAnswer',
  decode: (reader): TimeAnswer => ({
    year: reader.u16(),
    month: reader.u8(),
    day: reader.u8(),
    hour: reader.u8(),
    minute: reader.u8(),
    second: reader.u8(),
    result: reader.u8(),
  }),
  encode(writer, body) {
    writer.u16(body.year).u8(body.month).u8(body.day).u8(body.hour).u8(body.minute).u8(body.second).u8(body.result)
  },
})
