import { Malformed } from '@fleetglass/bytes'
import { defineMessage } from '../message.ts'

/** What a tracker answered to a text command. */
export interface CommandText {
  readonly answeredSerial: number
  readonly text: string
}

/** 0x1300, up: text answer in UTF-16BE. Not in the standard. */
export const commandText = defineMessage({
  id: 0x1300,
  name: 'commandText',
  decode(reader): CommandText {
    const answeredSerial = reader.u16()
    if (reader.remaining % 2 !== 0) throw new Malformed(reader.offset, 'odd number of bytes in UTF-16')
    let text = ''
    while (reader.remaining > 0) text += String.fromCharCode(reader.u16())
    return { answeredSerial, text }
  },
  encode(writer, body) {
    writer.u16(body.answeredSerial)
    for (let at = 0; at < body.text.length; at++) writer.u16(body.text.charCodeAt(at))
  },
})
