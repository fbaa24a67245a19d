import { defineMessage } from '../message.ts'
import { decodeText, encodeText } from '../text.ts'

/** An electronic waybill; some trackers answer text commands with it. */
export interface Waybill {
  readonly text: string
}

/** 0x0701, up: electronic waybill. JT/T 808-2013, 8.46. */
export const waybill = defineMessage({
  id: 0x0701,
  name: 'waybill',
  decode: (reader): Waybill => ({ text: decodeText(reader.take(reader.u32())) }),
  encode(writer, body) {
    const bytes = encodeText(body.text)
    writer.u32(bytes.length).bytes(bytes)
  },
})
