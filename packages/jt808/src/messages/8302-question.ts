import { defineMessage } from '../message.ts'
import { readLongText, writeLongText } from '../shapes/long-text.ts'
import { readShortText, writeShortText } from '../text.ts'

/** A question and the answers to choose from. */
export interface Question {
  /** Bit 0 urgent, 3 spoken, 4 advertising screen. */
  readonly flags: number
  readonly question: string
  readonly answers: readonly { readonly id: number; readonly text: string }[]
}

/** 0x8302, down: ask the driver. JT/T 808-2013, 8.26; not in 2019. */
export const question = defineMessage({
  id: 0x8302,
  name: 'question',
  decode(reader): Question {
    const flags = reader.u8()
    const text = readShortText(reader)
    const answers: { id: number; text: string }[] = []
    while (reader.remaining > 0) answers.push({ id: reader.u8(), text: readLongText(reader) })
    return { flags, question: text, answers }
  },
  encode(writer, body) {
    writeShortText(writer.u8(body.flags), body.question)
    for (const { id, text } of body.answers) writeLongText(writer.u8(id), text)
  },
})
