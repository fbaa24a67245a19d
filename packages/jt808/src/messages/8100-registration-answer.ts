import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** Whether a terminal may come in. */
export interface RegistrationAnswer {
  readonly answeredSerial: number
  /** 0 done, 1 vehicle already registered, 2 no such vehicle, 3 terminal already registered, 4 no such terminal. */
  readonly result: number
  /** Present when the result is 0: what the terminal shows at each connection (0x0102). */
  readonly code?: string
}

/** 0x8100, down: answer to 0x0100. JT/T 808-2013, 8.6. */
export const registrationAnswer = defineMessage({
  id: 0x8100,
  name: 'registrationAnswer',
  decode(reader): RegistrationAnswer {
    const answer = { answeredSerial: reader.u16(), result: reader.u8() }
    return answer.result === 0 ? { ...answer, code: readRestText(reader) } : answer
  },
  encode(writer, body) {
    writer.u16(body.answeredSerial).u8(body.result)
    if (body.result === 0) writer.bytes(encodeText(body.code ?? ''))
  },
})
