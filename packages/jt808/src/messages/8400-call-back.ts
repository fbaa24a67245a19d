import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** A number to call. */
export interface CallBack {
  /** 0 talk, 1 listen. */
  readonly kind: number
  /** At most 20 bytes. */
  readonly number: string
}

/** 0x8400, down: call back. JT/T 808-2013, 8.31. */
export const callBack = defineMessage({
  id: 0x8400,
  name: 'callBack',
  decode: (reader): CallBack => ({
    kind: reader.u8(),
    number: readRestText(reader),
  }),
  encode(writer, body) {
    writer.u8(body.kind).bytes(encodeText(body.number))
  },
})
