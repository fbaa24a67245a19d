import { defineMessage, readMany } from '../message.ts'
import { readShortText, writeShortText } from '../text.ts'

/** Contacts that a driver may call or be called by. */
export interface Contact {
  /** 1 in, 2 out, 3 both. */
  readonly direction: number
  readonly number: string
  readonly contactName: string
}

/** A change of the phone book. */
export interface PhoneBook {
  /** 0 clear, 1 replace, 2 append, 3 modify. */
  readonly action: number
  /** Absent when nothing follows the action. */
  readonly contacts?: readonly Contact[]
}

/** 0x8401, down: set the phone book. JT/T 808-2013, 8.32. */
export const phoneBook = defineMessage({
  id: 0x8401,
  name: 'phoneBook',
  decode(reader): PhoneBook {
    const action = reader.u8()
    if (reader.remaining === 0) return { action }
    const contacts = readMany(reader.u8(), () => ({
      direction: reader.u8(),
      number: readShortText(reader),
      contactName: readShortText(reader),
    }))
    return { action, contacts }
  },
  encode(writer, { action, contacts }) {
    writer.u8(action)
    if (!contacts) return
    writer.u8(contacts.length)
    for (const contact of contacts) {
      writeShortText(writer.u8(contact.direction), contact.number)
      writeShortText(writer, contact.contactName)
    }
  },
})
