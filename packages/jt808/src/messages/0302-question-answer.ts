import { defineMessage } from '../message.ts'

/** What a driver answered. */
export interface QuestionAnswer {
  readonly answeredSerial: number
  readonly answerId: number
}

/** 0x0302, up: answer to 0x8302. JT/T 808-2013, 8.27; not in 2019. */
export const questionAnswer = defineMessage({
  id: 0x0302,
  name: 'questionAnswer',
  decode: (reader): QuestionAnswer => ({
    answeredSerial: reader.u16(),
    answerId: reader.u8(),
  }),
  encode(writer, body) {
    writer.u16(body.answeredSerial).u8(body.answerId)
  },
})
