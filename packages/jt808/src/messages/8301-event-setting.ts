import { defineMessage, readMany } from '../message.ts'
import { readShortText, writeShortText } from '../text.ts'

/** Events a driver may choose from. */
export interface EventSetting {
  /** 0 delete all, 1 replace, 2 append, 3 modify, 4 delete these. */
  readonly action: number
  /** Absent when nothing follows the action. */
  readonly events?: readonly { readonly id: number; readonly text: string }[]
}

/** 0x8301, down: set events. JT/T 808-2013, 8.24; not in 2019. */
export const eventSetting = defineMessage({
  id: 0x8301,
  name: 'eventSetting',
  decode(reader): EventSetting {
    const action = reader.u8()
    if (reader.remaining === 0) return { action }
    return { action, events: readMany(reader.u8(), () => ({ id: reader.u8(), text: readShortText(reader) })) }
  },
  encode(writer, { action, events }) {
    writer.u8(action)
    if (!events) return
    writer.u8(events.length)
    for (const { id, text } of events) writeShortText(writer.u8(id), text)
  },
})
