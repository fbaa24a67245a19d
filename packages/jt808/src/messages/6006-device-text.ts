import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** What a device says. */
export interface DeviceText {
  readonly text: string
}

/** 0x6006, up: text from the device. Not in the standard. */
export const deviceText = defineMessage({
  id: 0x6006,
  name: 'deviceText',
  decode: (reader): DeviceText => ({
    text: readRestText(reader),
  }),
  encode(writer, body) {
    writer.bytes(encodeText(body.text))
  },
})
