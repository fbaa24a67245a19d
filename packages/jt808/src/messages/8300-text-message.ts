import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** A text for the driver, or for the device itself: makers carry commands in it. */
export interface TextMessage {
  /** Bit 0 urgent, 2 on the display, 3 spoken, 4 advertising screen, 5 trouble code; 2019: bits 0 and 1 01 service, 10 urgent, 11 notice. */
  readonly flags: number
  /** 2019: 1 notice, 2 service. */
  readonly type?: number
  readonly text: string
}

/** 0x8300, down: text. JT/T 808-2013, 8.23; 2019 has the type besides. */
export const textMessage = defineMessage({
  id: 0x8300,
  name: 'textMessage',
  decode(reader, version): TextMessage {
    const flags = reader.u8()
    const type = version === '2019' ? { type: reader.u8() } : undefined
    return { flags, ...type, text: readRestText(reader) }
  },
  encode(writer, body, version) {
    writer.u8(body.flags)
    if (version === '2019') writer.u8(body.type ?? 1)
    writer.bytes(encodeText(body.text))
  },
})
