// Messages of JT/T 808 that a connection treats on their own, by number.
import type { ConnectionEvent } from './connection.machine.ts'

export const POSITION = 0x0200
export const POSITION_BATCH = 0x0704
const REGISTRATION = 0x0100
const AUTHENTICATION = 0x0102

/** With these a device says who it is. */
export function isIntroduction(messageId: number): boolean {
  return messageId === REGISTRATION || messageId === AUTHENTICATION
}

/** What the state of the connection needs to know of a message. */
export function heardAs(messageId: number): Extract<ConnectionEvent, { kind: 'heard' }>['what'] {
  if (messageId === REGISTRATION) return 'registration'
  return messageId === POSITION ? 'position' : 'other'
}
