import { defineMessage, readMany } from '../message.ts'
import { readLongText, writeLongText } from '../shapes/long-text.ts'

/** Kinds of information a driver may subscribe to. */
export interface InformationMenu {
  /** 0 delete all, 1 replace, 2 append, 3 modify. */
  readonly action: number
  /** Absent when nothing follows the action. */
  readonly entries?: readonly { readonly kind: number; readonly text: string }[]
}

/** 0x8303, down: set the menu of information. JT/T 808-2013, 8.28; not in 2019. */
export const informationMenu = defineMessage({
  id: 0x8303,
  name: 'informationMenu',
  decode(reader): InformationMenu {
    const action = reader.u8()
    if (reader.remaining === 0) return { action }
    return { action, entries: readMany(reader.u8(), () => ({ kind: reader.u8(), text: readLongText(reader) })) }
  },
  encode(writer, { action, entries }) {
    writer.u8(action)
    if (!entries) return
    writer.u8(entries.length)
    for (const { kind, text } of entries) writeLongText(writer.u8(kind), text)
  },
})
