import { defineMessage } from '../message.ts'
import { readLongText, writeLongText } from '../shapes/long-text.ts'

/** Information a driver subscribed to. */
export interface Information {
  readonly kind: number
  readonly text: string
}

/** 0x8304, down: information. JT/T 808-2013, 8.30; not in 2019. */
export const information = defineMessage({
  id: 0x8304,
  name: 'information',
  decode: (reader): Information => ({ kind: reader.u8(), text: readLongText(reader) }),
  encode: (writer, body) => writeLongText(writer.u8(body.kind), body.text),
})
