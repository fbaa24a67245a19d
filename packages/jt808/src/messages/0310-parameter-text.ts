import { defineMessage } from '../message.ts'
import { encodeText, readRestText } from '../text.ts'

/** Parameters as text. */
export interface ParameterText {
  readonly text: string
}

/** 0x0310, down: parameters as text. Not in the standard. */
export const parameterText = defineMessage({
  id: 0x0310,
  name: 'parameterText',
  decode: (reader): ParameterText => ({
    text: readRestText(reader),
  }),
  encode(writer, body) {
    writer.bytes(encodeText(body.text))
  },
})
